// Builds the extension and packages it as parley-acp.vsix at the root, with notices inside and a bill of materials beside.
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { readBundledPackages } from './packaging/bundledPackages.mjs';
import { licensedPackages, noticesText } from './packaging/notices.mjs';
import { run } from './run.mjs';
import { Failure, say } from './say.mjs';
import { root, sbom, vsix } from './project.mjs';
import { sbomText } from './packaging/sbom.mjs';

/** Set for the programs that a command starts after it has packaged, so that they do not do it again. */
export const packagedVariable = 'PARLEY_PACKAGED';

/** What is in the package, besides the notices; .vscodeignore leaves out what is not to be shipped of it. */
const PACKAGED =
  /^(?:dist|media|l10n|package(?:\.nls.*)?\.json|README\.md|CHANGELOG\.md|SUPPORT\.md|SECURITY\.md|LICENSE|\.vscodeignore)$/;

/** The time of all files in the package, in seconds: the same package is the same bytes, whenever it is made. */
const PACKAGE_TIME = 946_684_800;

export async function buildExtension() {
  say('Building …');
  await run('node', ['esbuild.mjs'], {
    failure: 'The build failed: see above, fix it and run the command again.',
  });
}

/** Builds, then writes the .vsix, and hands back its path. */
export async function packageExtension() {
  if (process.env[packagedVariable]) return vsix;
  await buildExtension();
  say('Packaging parley-acp.vsix …');
  const packages = readBundledPackages();
  const licensed = licensedPackages(packages);
  const folder = collectFiles(noticesText(licensed, 'Parley'));
  rmSync(vsix, { force: true });
  const vsce = join(root, 'node_modules', '@vscode', 'vsce', 'vsce');
  // Everything is bundled, so no dependencies. vsce makes the links and pictures of README.md those of the repository.
  const args = ['package', '--no-dependencies', ...(isPreRelease() ? ['--pre-release'] : [])];
  await run('node', [vsce, ...args, '--out', vsix], {
    cwd: folder,
    // The times of files are written as local ones, and their order is that of the locale.
    env: {
      SOURCE_DATE_EPOCH: process.env['SOURCE_DATE_EPOCH'] ?? String(PACKAGE_TIME),
      TZ: 'UTC',
      LC_ALL: 'C',
      LANG: 'C',
    },
    failure: 'vsce could not package the extension: see above.',
  });
  if (!existsSync(vsix)) throw new Failure('vsce wrote no parley-acp.vsix: see above.');
  const manifest = readJson('package.json');
  writeFileSync(sbom, sbomText({ manifest, packages, licensed, lock: readJson('package-lock.json') }));
  return vsix;
}

/** Versions with an odd minor are pre-releases: the Marketplace orders both kinds by number. */
function isPreRelease() {
  const [, minor] = readJson('package.json').version.split('.');
  return Number(minor) % 2 === 1;
}

/** Copies what is packaged to a folder of its own, where modes do not depend on how the repository was checked out. */
function collectFiles(notices) {
  const folder = join(root, 'out', 'package');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(root)) {
    if (PACKAGED.test(name)) cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), notices);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) chmodSync(join(entry.parentPath, entry.name), 0o644);
  }
  return folder;
}

function readJson(name) {
  return JSON.parse(readFileSync(join(root, name), 'utf8'));
}
