// What the test commands are made of: their phases, and what has to be there before them.
import { ensureChromium } from '../install/chromium.mjs';
import { ensureCodeServer } from '../install/codeServer.mjs';
import { ensureDependencies } from '../install/dependencies.mjs';
import { ensureRealAgents } from '../install/realAgents.mjs';
import { packageExtension, packagedVariable } from '../extensionPackage.mjs';
import { vitest } from './results.mjs';
import { collectedNpm, npmExitCode } from '../run.mjs';
import { vitestTwice } from './secondRun.mjs';

const packaged = { [packagedVariable]: '1' };

/** Installs what `npm test` needs, once: about 800 MB, of which Qwen Code is the one real agent. */
export async function prepareTests() {
  await ensureDependencies();
  await ensureChromium();
  await ensureCodeServer();
  await ensureRealAgents(['Qwen Code']);
}

/** Installs the agents that only `npm run test:agents` talks to, once: about 2.5 GB. */
export async function prepareAgents() {
  await ensureRealAgents();
}

export const packagePhase = {
  name: 'Package',
  run: async () => {
    await packageExtension();
    return 0;
  },
};

/** What needs no test runner. */
const staticPhases = [
  { name: 'Lint', run: () => collectedNpm(['run', '--silent', 'lint']) },
  { name: 'Types', run: () => collectedNpm(['run', '--silent', 'typecheck']) },
  { name: 'Format', run: () => collectedNpm(['run', '--silent', 'format:check']) },
  packagePhase,
];

const hostilePhase = {
  name: 'Hostile input',
  kind: 'hostile',
  run: () => collectedNpm(['run', '--silent', 'test:hostile']),
};

const integrationPhase = {
  name: 'Integration tests',
  kind: 'integration',
  needs: packagePhase.name,
  run: () => npmRun('test:integration', [], packaged),
};

/**
 * What `npm test` runs: what developers wait for, in about ten minutes on two cores. Phases that mostly wait, for
 * processes and for VS Code, run side by side.
 */
export function testPhases() {
  return [
    staticPhases,
    nodePhase('Unit tests', 'unit', 'unit*'),
    [nodePhase('Process tests', 'processes', 'processes*'), hostilePhase, integrationPhase],
    endToEndPhase(['--tags-filter=journey']),
  ];
}

/** The tests that need Node alone, in projects of vitest.config.mts. */
function nodePhase(name, kind, projects = kind) {
  return {
    name,
    kind,
    run: () => vitestTwice(kind, 'vitest.config.mts', [`--project=${projects}`]),
  };
}

/** @param {string[]} args arguments of the end-to-end tests */
function endToEndPhase(args) {
  return {
    name: 'End-to-end tests',
    kind: 'e2e',
    needs: packagePhase.name,
    run: () => npmRun('test:e2e', args, packaged),
  };
}

/** What `npm run package` writes, which takes packaging it twice. */
export const packagingPhase = {
  name: 'Packaging tests',
  kind: 'packaging',
  run: () => vitest('packaging', ['--config', 'test/packaging/vitest.config.ts']),
};

/** What `npm run test:full` runs: everything, and an extension host alone, because some of its tests measure time. */
export function fullTestPhases() {
  return [
    staticPhases,
    nodePhase('Unit tests', 'unit', 'unit*'),
    [nodePhase('Process tests', 'processes', 'processes*'), hostilePhase],
    integrationPhase,
    endToEndPhase([]),
    packagingPhase,
  ];
}

/** @param {string[]} filters names of test files, which may be in one of the phases alone; all when empty */
export function agentPhases(filters = []) {
  const args = filters.length === 0 ? [] : ['--passWithNoTests', ...filters];
  return [
    {
      name: 'Agents behind a client',
      kind: 'agents',
      run: () => vitestTwice('agents', 'test/realAgents/vitest.config.ts', args),
    },
    {
      name: 'Agents in the panel',
      kind: 'agents-e2e',
      needs: packagePhase.name,
      run: () => vitestTwice('agents-e2e', 'test/e2e/realAgents/vitest.config.ts', args),
    },
  ];
}

function npmRun(script, args = [], env = {}) {
  return npmExitCode(['run', '--silent', script, ...(args.length > 0 ? ['--', ...args] : [])], { env });
}
