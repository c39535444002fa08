// Programs that tests start, each in one file: Node starts that in a third of the time that it takes for the sources.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { buildSync } from 'esbuild';
import { root } from '../../../scripts/project.mjs';

const folder = join(root, 'node_modules', '.cache', 'programs');
const REQUIRE = `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);`;
const bundled = new Map<string, string>();

/** The path of a program in one file, bundled from its source, which is named relative to the root. */
export function bundledProgram(source: string): string {
  const path = bundled.get(source) ?? bundle(source);
  bundled.set(source, path);
  return path;
}

/** The name has the hash of the content: so Node compiles the same program once, and workers may write at once. */
function bundle(source: string): string {
  // What ships is CommonJS, as in the package; the programs of the tests await at their top level.
  const ships = !source.startsWith('test/');
  const { outputFiles } = buildSync({
    entryPoints: [join(root, source)],
    bundle: true,
    platform: 'node',
    target: 'node22',
    format: ships ? 'cjs' : 'esm',
    // Packages that are CommonJS ask for modules of Node by `require`.
    banner: { js: ships ? '' : REQUIRE },
    write: false,
    logLevel: 'warning',
  });
  const code = outputFiles.map(({ text }) => text).join('');
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 16);
  const path = join(folder, `${basename(source, '.ts')}-${hash}.${ships ? 'cjs' : 'mjs'}`);
  if (!existsSync(path)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${path}.${process.pid}`, code);
    renameSync(`${path}.${process.pid}`, path);
  }
  return path;
}
