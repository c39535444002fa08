// `npm run features`: type checks the list of features without each of them, and prints what each costs, and activation.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { activationFile, featureNames, featureSizesFile } from './featureSizes.mjs';
import { root } from '../project.mjs';
import { run } from '../run.mjs';
import { program } from '../say.mjs';

const list = readFileSync(join(root, 'src', 'composition', 'features.ts'), 'utf8');
const folder = join(root, 'out', 'features');

/** The list without one feature, as a file of another folder. */
function without(name) {
  return list
    .replace(new RegExp(`^import .*/features/${name}/feature\\.ts';\n`, 'm'), '')
    .replace(new RegExp(`^  ${name},\n`, 'm'), '')
    .replaceAll("'../", "'../../src/");
}

/** Type checks the lists side by side: nothing but the list may need a feature. */
async function checkTypes() {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const names = featureNames();
  for (const name of names) writeFileSync(join(folder, `without-${name}.ts`), without(name));
  const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'));
  const files = names.map((name) => `without-${name}.ts`);
  const config = { extends: '../../tsconfig.base.json', compilerOptions, files };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  await run('tsc', ['-p', folder], { failure: 'The list does not compile without one of the features.' });
}

function printSizes() {
  const sizes = JSON.parse(readFileSync(featureSizesFile, 'utf8'));
  const rows = sizes.map(({ name, lines, eagerBytes, lazyBytes, panelBytes }) => ({
    feature: name,
    lines,
    'eager bytes': eagerBytes,
    'lazy bytes': lazyBytes,
    'panel bytes': panelBytes,
  }));
  console.table(rows);
}

/** How many folders below each room are told apart. */
const FOLDERS = 3;

/** What activation loads, by room. */
function printActivation() {
  const byRoom = Object.groupBy(Object.entries(JSON.parse(readFileSync(activationFile, 'utf8'))), ([path]) =>
    path.split('/').slice(0, FOLDERS).join('/'),
  );
  const rooms = Object.entries(byRoom).map(([room, files]) => ({
    room,
    files: files.length,
    bytes: files.reduce((sum, [, bytes]) => sum + bytes, 0),
  }));
  console.table(rooms.toSorted((left, right) => right.bytes - left.bytes));
}

await program(async () => {
  await checkTypes();
  await run('node', ['esbuild.mjs'], { failure: 'The build failed.' });
  printSizes();
  printActivation();
  return 0;
});
