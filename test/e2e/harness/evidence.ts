// Keeps what can be seen of a failed test under test-results/<its name>/.
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunnerTestCase } from 'vitest';
import { resultsDirectory } from '../../../scripts/project.mjs';
import type { ParleyServer } from './parleyServer.ts';
import type { ParleyWindow } from './parleyWindow.ts';

/**
 * Writes window.png, console.log, processes.txt, server.log and logs/ (extension log, output channels and,
 * with `parley.trace` on, the agents' traffic). Never throws: the test's own failure is what matters.
 */
export async function keepEvidence(
  task: Readonly<RunnerTestCase>,
  server: ParleyServer,
  window: ParleyWindow,
): Promise<void> {
  const directory = join(resultsDirectory, directoryName(task));
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  const steps: (() => unknown)[] = [
    () => window.page.screenshot({ path: join(directory, 'window.png'), timeout: 10_000 }),
    () => writeFileSync(join(directory, 'console.log'), window.console.join('\n')),
    async () => {
      const lines = (await server.agentProcesses()).map(({ pid, command }) => `${pid} ${command}`);
      writeFileSync(join(directory, 'processes.txt'), lines.join('\n'));
    },
    () => cpSync(server.output, join(directory, 'server.log')),
    () => existsSync(server.logs) && cpSync(server.logs, join(directory, 'logs'), { recursive: true }),
  ];
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      console.log(`Evidence is missing: ${String(error)}`);
    }
  }
  console.log(`What could be seen is in ${directory}.`);
}

function directoryName(task: Readonly<RunnerTestCase>): string {
  const names = [task.name];
  for (let suite = task.suite; suite; suite = suite.suite) names.unshift(suite.name);
  return names
    .join(' ')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 120);
}
