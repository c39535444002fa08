// Installs the npm packages of the lock file when they are not there. Needs nothing but Node and npm.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runNpm } from '../run.mjs';
import { Failure, say } from '../say.mjs';
import { root } from '../project.mjs';

const installed = join(root, 'node_modules', '.package-lock.json');
const projectNode = join(
  root,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

/** Installs when node_modules is missing, half installed or not what package-lock.json asks for. */
export async function ensureDependencies() {
  if (upToDate()) return;
  say('Installing npm packages (npm ci) …');
  const quiet = ['--no-audit', '--no-fund'];
  await runNpm(['ci', ...quiet], {
    failure:
      'npm ci failed: see above; check that the npm registry can be reached, then run the command again.',
  });
  if (!existsSync(projectNode)) {
    // npm may hold back install scripts; this package's script fetches the Node binary.
    await runNpm(['rebuild', 'node'], {
      failure:
        'The npm package "node" could not fetch its binary: run `npm rebuild node` and read what it says.',
    });
  }
  if (!upToDate()) throw new Failure('npm left packages out: remove node_modules and run the command again.');
}

/** npm writes its own lock file into node_modules last, so an interrupted install has none. */
function upToDate() {
  if (!existsSync(installed) || !existsSync(projectNode)) return false;
  const wanted = packages(join(root, 'package-lock.json'));
  const present = packages(installed);
  return Object.entries(wanted).every(
    ([path, entry]) =>
      path === '' ||
      entry.optional ||
      entry.devOptional ||
      entry.peer ||
      present[path]?.version === entry.version,
  );
}

function packages(lockFile) {
  try {
    return JSON.parse(readFileSync(lockFile, 'utf8')).packages ?? {};
  } catch {
    throw new Failure(`${lockFile} cannot be read: restore it with git and run the command again.`);
  }
}
