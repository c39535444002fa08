// The chunks that esbuild splits a bundle into, by its metafile: which are loaded at once, and which on use.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';

/**
 * The absolute path of the output of an entry point: what is imported on use is an entry point for esbuild, too.
 * @param {import('esbuild').Metafile} metafile
 * @param {string} entryPoint its path from the root
 */
export const entryOf = ({ outputs }, entryPoint) =>
  resolve(Object.keys(outputs).find((path) => outputs[path].entryPoint === entryPoint));

/** The absolute paths of what the output imports as soon as it is loaded. */
const importsOf = ({ outputs }, path) =>
  outputs[relative(process.cwd(), path).replaceAll(sep, '/')].imports
    .filter(({ kind, external }) => kind === 'import-statement' && !external)
    .map((imported) => resolve(imported.path));

/** The absolute paths of the entry and of the chunks that it imports as soon as it is loaded. */
export function loadedAtOnce(metafile, entry) {
  const found = new Set();
  const add = (path) => {
    if (found.has(path)) return;
    found.add(path);
    importsOf(metafile, path).forEach(add);
  };
  add(entry);
  return found;
}

/** The eager chunks that other chunks import. */
export function importedOnUse(metafile, eager) {
  const others = Object.keys(metafile.outputs)
    .filter((path) => path.endsWith('.js'))
    .map((path) => resolve(path))
    .filter((path) => !eager.has(path));
  return [...new Set(others.flatMap((path) => importsOf(metafile, path)))].filter((path) => eager.has(path));
}

/** Writes a file and the folder it is in. */
export function write(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
