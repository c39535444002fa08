// Makes programs of the worker that follows a folder, on a system that lets it watch little.
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { treeWatcherProgram } from './treeWatcherProgram.ts';

/** Writes one in which each watch fails as a call of the system does. Returns its path. */
export function failingWatcher(
  path: string,
  error: { readonly code: string; readonly syscall: string },
): string {
  return written(
    path,
    `fs.watch = () => { throw Object.assign(new Error('It failed.'), ${JSON.stringify(error)}); };`,
  );
}

/** Writes one for which the system has so many watches. Returns its path. */
export function fewWatches(path: string, count: number): string {
  return written(
    path,
    `const read = fs.readFileSync;
fs.readFileSync = (file, ...more) =>
  file === '/proc/sys/fs/inotify/max_user_watches' ? '${count}' : read(file, ...more);`,
  );
}

function written(path: string, change: string): string {
  const program = pathToFileURL(treeWatcherProgram).href;
  writeFileSync(
    path,
    `import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
${change}
syncBuiltinESMExports();
await import(${JSON.stringify(program)});
`,
  );
  return path;
}
