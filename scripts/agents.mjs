// `npm run test:agents [-- FILTER]`: the tests with real agents that are too large for `npm test`, and a table of what each
// step of the journey with each agent came to.
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runPhases } from './testRun/phases.mjs';
import { resultsDirectory } from './project.mjs';
import { readResults } from './testRun/results.mjs';
import { Failure, program, say } from './say.mjs';
import { agentPhases, packagePhase, prepareAgents, prepareTests } from './testRun/testPlan.mjs';

/** Where each agent's journey leaves what it came to. */
const folder = join(resultsDirectory, 'agents-matrix');

await program(async () => {
  await prepareTests();
  await prepareAgents();
  clearAgentMatrix();
  const phases = agentPhases(process.argv.slice(2));
  const code = await runPhases([packagePhase, ...phases], () => {
    say('\nReal agents in the panel:');
    for (const line of agentMatrix()) say(line);
  });
  const results = phases.map(({ kind }) => readResults(kind));
  if (code === 0 && results.every(({ passed }) => passed === 0))
    throw new Failure('No test matches the filter.');
  return code;
});

/** Forgets what earlier runs left. */
function clearAgentMatrix() {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
}

/**
 * The lines of the table, one for each step, with a column for each agent; none where no journey ran.
 * @returns {string[]}
 */
function agentMatrix() {
  const runs = readdirSync(folder)
    .toSorted()
    .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')));
  if (runs.length === 0) return [];
  const steps = [...new Set(runs.flatMap(({ outcomes }) => Object.keys(outcomes)))];
  const rows = [
    ['step', ...runs.map(({ agent }) => agent)],
    ...steps.map((step) => [step, ...runs.map(({ outcomes }) => outcomes[step] ?? 'not run')]),
  ];
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]))
      .join('  ')
      .trimEnd(),
  );
}
