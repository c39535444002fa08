// Installs the real agents that the tests talk to, once, into an ignored folder.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stateDirectory } from '../project.mjs';
import { runNpm } from '../run.mjs';
import { Failure, program, say } from '../say.mjs';

/**
 * Pinned: what these versions send is what the tests expect. `scripts` names the packages whose install scripts are
 * run; those of all others would build native modules (a terminal, a keychain) that the tests do not use.
 */
const realAgents = {
  'Qwen Code': {
    folder: 'qwen',
    packages: { '@qwen-code/qwen-code': '0.24.4' },
    scripts: [],
    files: { qwenScript: '@qwen-code/qwen-code/cli.js' },
  },
  pi: {
    folder: 'pi',
    packages: { '@earendil-works/pi-coding-agent': '0.87.1' },
    scripts: [],
    files: { piScript: '@earendil-works/pi-coding-agent/dist/bundle/cli.js' },
  },
  'pi 0.73': {
    folder: 'pi-0.73',
    packages: { '@mariozechner/pi-coding-agent': '0.73.1' },
    scripts: [],
    files: { olderPiScript: '@mariozechner/pi-coding-agent/dist/cli.js' },
  },
  // Its SDK brings the program for this machine, about 310 MB.
  Claude: {
    folder: 'claude',
    packages: { '@agentclientprotocol/claude-agent-acp': '0.100.0' },
    scripts: [],
    files: { claudeScript: '@agentclientprotocol/claude-agent-acp/dist/index.js' },
  },
  'Gemini CLI': {
    folder: 'gemini',
    packages: { '@google/gemini-cli': '0.61.0' },
    scripts: [],
    files: { geminiScript: '@google/gemini-cli/bundle/gemini.js' },
  },
  'oh-my-pi': {
    folder: 'oh-my-pi',
    packages: { '@oh-my-pi/pi-coding-agent': '18.2.3', bun: '1.4.5' },
    // Puts the executable of this machine in its place.
    scripts: ['bun'],
    files: { ohMyPiScript: '@oh-my-pi/pi-coding-agent/dist/cli.js', bun: 'bun/bin/bun.exe' },
  },
};

/**
 * Installs real agents, unless a finished install of their versions is there.
 * @param {string[]} [names] Which; all of them when left out.
 * @returns the paths of the files that start them.
 */
export async function ensureRealAgents(names = Object.keys(realAgents)) {
  for (const name of names) if (!isFinished(realAgents[name])) await install(name, realAgents[name]);
  return Object.assign({}, ...Object.values(realAgents).map(filesOf));
}

async function install(name, agent) {
  say(`Installing ${name} into .vscode-test (for the tests, once) …`);
  const failure = `${name} could not be installed: see above; check that the npm registry can be reached, then run the command again.`;
  // Beside the place it belongs in, and moved there when finished: an interrupted install is never taken for one.
  const folder = `${homeOf(agent)}-${process.pid}`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // Its own package.json keeps npm from taking the repository's for the one to install into.
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true }));
  const wanted = Object.entries(agent.packages).map(([each, version]) => `${each}@${version}`);
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  await runNpm(['install', '--ignore-scripts', ...quiet, ...wanted], { cwd: folder, failure });
  if (agent.scripts.length > 0) {
    await runNpm(['rebuild', '--ignore-scripts=false', '--loglevel=error', ...agent.scripts], {
      cwd: folder,
      failure,
    });
  }
  const missing = Object.values(agent.files).find((file) => !existsSync(join(folder, 'node_modules', file)));
  if (missing !== undefined) throw new Failure(`${failure} (${missing} is missing.)`);
  writeFileSync(join(folder, 'installed.json'), stampOf(agent));
  // Another run may have been faster: then its install is as good as ours.
  if (!isFinished(agent)) {
    rmSync(homeOf(agent), { recursive: true, force: true });
    renameSync(folder, homeOf(agent));
  }
  rmSync(folder, { recursive: true, force: true });
}

function homeOf({ folder }) {
  return join(stateDirectory, 'agents', folder);
}

function filesOf(agent) {
  const modules = join(homeOf(agent), 'node_modules');
  return Object.fromEntries(
    Object.entries(agent.files).map(([key, file]) => [key, join(modules, ...file.split('/'))]),
  );
}

function stampOf({ packages }) {
  return JSON.stringify(packages);
}

function isFinished(agent) {
  try {
    const stamp = readFileSync(join(homeOf(agent), 'installed.json'), 'utf8');
    return stamp === stampOf(agent) && Object.values(filesOf(agent)).every((file) => existsSync(file));
  } catch {
    return false;
  }
}

if (process.argv[1] === import.meta.filename) {
  await program(async () => {
    await ensureRealAgents();
  });
}
