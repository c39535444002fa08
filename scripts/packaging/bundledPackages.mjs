// Which npm packages are in the bundles: esbuild's metafiles say which modules gave bytes to which output.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { root } from '../project.mjs';

/** Ignored by git: the packages that the last build bundled. */
export const bundledPackagesFile = join(root, 'out', 'bundled-packages.json');

/** The folder of the innermost package that a path is in. */
const PACKAGE_FOLDER = /^.*\bnode_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+(?=[\\/])/;

/**
 * @typedef {object} BundledPackage
 * @property {string} name
 * @property {string} version
 * @property {string} folder absolute
 */

/**
 * The packages of which at least one byte is in the outputs, by name and version.
 * @param {readonly import('esbuild').Metafile[]} metafiles with paths relative to the root
 * @returns {BundledPackage[]}
 */
export function packagesIn(metafiles) {
  const inputs = metafiles.flatMap(({ outputs }) =>
    Object.values(outputs).flatMap((output) =>
      Object.entries(output.inputs)
        .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
        .map(([path]) => path),
    ),
  );
  // A module that is loaded in another way than from its file has the namespace before its path.
  const folders = new Set(inputs.flatMap((path) => PACKAGE_FOLDER.exec(path)?.[0] ?? []));
  const packages = new Map();
  for (const folder of folders) {
    const absolute = resolve(root, folder);
    const { name, version } = JSON.parse(readFileSync(join(absolute, 'package.json'), 'utf8'));
    packages.set(`${name}@${version}`, { name, version, folder: absolute });
  }
  return [...packages.values()].sort((a, b) => compare(`${a.name}@${a.version}`, `${b.name}@${b.version}`));
}

/** @param {readonly import('esbuild').Metafile[]} metafiles */
export function writeBundledPackages(metafiles) {
  mkdirSync(dirname(bundledPackagesFile), { recursive: true });
  writeFileSync(bundledPackagesFile, `${JSON.stringify(packagesIn(metafiles), undefined, 2)}\n`);
}

/** @returns {BundledPackage[]} */
export function readBundledPackages() {
  return JSON.parse(readFileSync(bundledPackagesFile, 'utf8'));
}

/** The same on every machine, unlike the order of a locale. */
export function compare(a, b) {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
