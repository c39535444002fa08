// The tool `run_check` in a real extension host: tasks as VS Code runs them.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import * as z from 'zod';
import { runTask } from '../../src/features/ideTools/host/tasks/taskRun.ts';
import { waitUntil } from '../support/wait.ts';
import { diagnostic, folder, page, project, withTools } from '../support/ide/ideToolsClient.ts';
import { describe, it } from './suite.ts';

const problemMatcher = {
  owner: 'ideToolsTest',
  fileLocation: 'absolute',
  pattern: { regexp: '^(.*):(\\d+): (.*)$', file: 1, line: 2, message: 3 },
};
const broken = join(project, 'broken.txt');
const shell = (label: string, command: string, more: object = {}): object => ({
  label: `check ${label}`,
  type: 'shell',
  command,
  problemMatcher: [],
  ...more,
});
const tasks = [
  shell('problems', `echo first; echo ${broken}:1: broken; exit 3`, { problemMatcher }),
  shell('sleep', 'echo begun; sleep 60'),
  shell('watch', 'sleep 60', { isBackground: true }),
  shell('long', 'seq 1 200000'),
  { label: 'check missing', type: 'process', command: '/no/such/program', problemMatcher: [] },
  { label: 'check all', dependsOn: ['check problems', 'check long'], dependsOrder: 'sequence' },
];

/** Of each more runs than a rule about commands can answer for. */
const beyondCommand = [
  shell('joined', 'echo', { args: ['a', ';', 'true'] }),
  shell('environment', 'true', { options: { env: { NODE_OPTIONS: '--no-warnings' } } }),
  shell('program', 'true', { options: { shell: { executable: '/bin/sh', args: ['-c'] } } }),
  shell('variable', 'echo ${config:editor.fontSize}'),
  shell('plain', 'echo', { args: ['plain', '--word=1'] }),
];

const ended = z.object({
  exitCode: z.number().optional(),
  output: z.string().optional(),
  outputTruncated: z.boolean().optional(),
  timedOut: z.boolean().optional(),
});

const file = join(folder, '.vscode', 'tasks.json');

function writeTasks(all: readonly object[]): void {
  writeFileSync(file, JSON.stringify({ version: '2.0.0', tasks: all }));
}

/** Calls `body` once VS Code lists the tasks. */
async function withTasks(body: Parameters<typeof withTools>[1]): Promise<void> {
  mkdirSync(dirname(file), { recursive: true });
  writeTasks([...tasks, ...beyondCommand]);
  try {
    await withTools({ 'broken.txt': 'one\n' }, async (tools) => {
      const end = Date.now() + 20_000;
      while (!(await tools.call('run_check', { op: 'list' })).includes('check all')) {
        assert.ok(Date.now() < end);
      }
      await body(tools);
    });
  } finally {
    rmSync(file);
  }
}

describe('The tool run_check', () => {
  it('runs a task of the user once it is allowed: exit code, output and problems', async () => {
    await withTasks(async ({ call, asked }) => {
      const run = async (name: string, more: object = {}): Promise<string> =>
        call('run_check', { op: 'run', task: `check ${name}`, ...more });
      const ran = await run('problems');
      const { exitCode, output = '' } = ended.parse(JSON.parse(ran));
      assert.equal(exitCode, 3);
      assert.match(output, /first\n.*:1: broken/);
      const [found] = z.array(diagnostic).parse(page.parse(JSON.parse(ran)).items);
      assert.deepEqual([found?.path, found?.line, found?.message], [broken, 1, 'broken']);
      assert.match(asked.join(), /broken; exit 3/);
      const long = ended.parse(JSON.parse(await run('long')));
      assert.deepEqual([long.exitCode, long.outputTruncated], [0, true]);
      assert.match(long.output ?? '', /199999\n200000\n$/);
      assert.ok((long.output ?? '').length <= 16_000);
      await assert.rejects(run('none'), /There is no such task/);
      await assert.rejects(run('watch'), /runs in the background/);
      const all = ended.parse(JSON.parse(await run('all')));
      assert.equal(all.exitCode, 3);
      assert.match(asked.join(), /check all, check problems, check long/);
    });
  }, 90_000);

  it('asks about all that runs where that is more than a command', async () => {
    await withTasks(async ({ call, asked }) => {
      for (const name of ['joined', 'environment', 'program', 'variable', 'plain']) {
        await call('run_check', { op: 'run', task: `check ${name}` });
      }
      const [joined = '', environment = '', program = '', variable = '', plain = ''] = asked;
      assert.match(joined, /^\["check joined".*echo a ; true/);
      assert.match(environment, /^\["check environment".*NODE_OPTIONS/);
      assert.match(program, /^\["check program".*\/bin\/sh/);
      assert.match(variable, /^\["check variable".*\$\{config:editor.fontSize\}/);
      assert.equal(plain, '"echo plain --word=1"');
    });
  }, 90_000);

  it('does not run a task that changes while the user is asked', async () => {
    const made = join(project, 'made.txt');
    await withTasks(async ({ call, on }) => {
      on.task = async () => {
        writeTasks([...tasks, shell('plain', `touch ${made}`)]);
        const end = Date.now() + 20_000;
        const isListed = async (): Promise<boolean> =>
          (await call('run_check', { op: 'list' })).includes('made.txt');
        while (!(await isListed())) assert.ok(Date.now() < end);
      };
      await assert.rejects(call('run_check', { op: 'run', task: 'check plain' }), /changed while/);
      assert.equal(existsSync(made), false);
    });
  }, 90_000);

  it('ends a task that takes too long, or that the user stops', async () => {
    await withTasks(async ({ call, asked }) => {
      const sleeps = (): boolean =>
        vscode.tasks.taskExecutions.some(({ task }) => task.name === 'check sleep');
      const args = { op: 'run', task: 'check sleep' };
      const late = ended.parse(JSON.parse(await call('run_check', { ...args, timeoutSeconds: 5 })));
      assert.deepEqual([late.timedOut, late.exitCode], [true, undefined]);
      assert.match(late.output ?? '', /begun/);
      await waitUntil(() => !sleeps(), 'the end of the task after its time');
      // An error where it is stopped before it has a process.
      const stopped = call('run_check', args).catch(String);
      await waitUntil(sleeps, 'the task that the user stops');
      await assert.rejects(call('run_check', args), /running already/);
      await waitUntil(() => {
        for (const each of vscode.tasks.taskExecutions) each.terminate();
        return !sleeps();
      }, 'the end of the task that the user stops');
      assert.match(await stopped, /exit code|exitCode|was stopped/);
      assert.equal(asked.length, 2);
    });
  }, 90_000);

  it('leaves a run of the user alone that begins after one that was given up', async () => {
    await withTasks(async () => {
      const task = (await vscode.tasks.fetchTasks()).find(({ name }) => name === 'check long');
      assert.ok(task !== undefined);
      const abort = new AbortController();
      const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<number | undefined>()];
      const isMeant = ({ execution }: vscode.TaskStartEvent): boolean => execution.task.name === task.name;
      const listening = [
        vscode.tasks.onDidStartTask((started) => isMeant(started) && abort.abort()),
        vscode.tasks.onDidEndTask((over) => isMeant(over) && first.resolve()),
      ];
      await assert.rejects(runTask(task, { timeoutMs: 60_000, signal: abort.signal }), /cancelled/);
      await first.promise;
      listening.push(
        vscode.tasks.onDidEndTaskProcess((over) => isMeant(over) && second.resolve(over.exitCode)),
      );
      await vscode.tasks.executeTask(task);
      assert.equal(await second.promise, 0);
      for (const each of listening) each.dispose();
    });
  }, 90_000);
});
