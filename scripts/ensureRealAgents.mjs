// Installs the real agents that the tests talk to, once, into an ignored folder.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stateDirectory } from './project.mjs';
import { runNpm } from './run.mjs';
import { Failure, program, say } from './say.mjs';

/** Pinned: what these versions send is what the tests expect. */
const qwenCode = { package: '@qwen-code/qwen-code', version: '0.24.4' };
const home = join(stateDirectory, 'agents', 'qwen');
const stamp = join(home, 'installed.json');

/** What starts Qwen Code: a script for Node 22 or newer. */
const qwenScript = join(home, 'node_modules', ...qwenCode.package.split('/'), 'cli.js');

/** Installs the real agents, unless a finished install of these versions is there. */
export async function ensureRealAgents() {
  if (!finished()) await installQwenCode();
  return { qwenScript };
}

async function installQwenCode() {
  const wanted = `${qwenCode.package}@${qwenCode.version}`;
  say(`Installing Qwen Code ${qwenCode.version} into .vscode-test (for the tests, once) …`);
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  // Its own package.json keeps npm from taking the repository's for the one to install into.
  writeFileSync(join(home, 'package.json'), JSON.stringify({ private: true }));
  const failure =
    'Qwen Code could not be installed: see above; check that the npm registry can be reached, then run the command again.';
  // No install scripts: they build native modules (a terminal, a keychain) that the tests do not use.
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await runNpm(['install', ...options, wanted], { cwd: home, failure });
  if (!existsSync(qwenScript)) throw new Failure(failure);
  // Last, so that an interrupted install is noticed and begun again.
  writeFileSync(stamp, JSON.stringify(qwenCode));
}

function finished() {
  try {
    const stamped = JSON.parse(readFileSync(stamp, 'utf8'));
    return stamped.version === qwenCode.version && existsSync(qwenScript);
  } catch {
    return false;
  }
}

if (process.argv[1] === import.meta.filename) {
  await program(async () => {
    await ensureRealAgents();
  });
}
