// Bad luck: the host or the agent is killed, at any moment; nothing goes on without its owner, and no session hangs.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { entryText } from '../../src/core/session/entryTraits.ts';
import { atEnd, isAlive, temporaryFolder, until } from '../support/agentHarness.ts';
import { sessionsOfProcess } from '../support/hostile/hostileBench.ts';
import { isLong } from '../support/hostile/isLong.ts';
import { bundledProgram } from '../support/programs/bundledProgram.ts';
import type { RawStep } from '../support/programs/rawAgent.ts';
import { text } from '../support/sessions.ts';

const hostProgram = join(import.meta.dirname, '..', 'support', 'programs', 'hostProcess.ts');
const rawAgentProgram = (): string => bundledProgram('test/support/programs/rawAgent.ts');

/** Commands of terminals that write the id of a process which stays. */
const COMMANDS = [
  'echo $$ > plain; exec sleep 1000',
  "trap '' TERM HUP INT; echo $$ > stubborn; while :; do sleep 0.2; done",
  `exec setsid sh -c 'echo $$ > daemon; exec sleep 1000'`,
  `(setsid sh -c 'echo $$ > fork; exec sleep 1000' &)`,
];

function terminal(id: number, line: string): RawStep {
  const params = { sessionId: 's1', command: 'sh', args: ['-c', line] };
  return { send: { id, method: 'terminal/create', params } };
}

describe('When the extension host is killed', () => {
  test.skipIf(process.platform === 'win32').each(['SIGTERM', 'SIGKILL'] as const)(
    'F10 by %s, its agents, their daemons and their terminals end',
    async (signal) => {
      const folder = temporaryFolder();
      const steps: RawStep[] = [
        { ignore: 'stdin-end' },
        { ignore: 'SIGTERM' },
        { handshake: {} },
        { session: 's1' },
        { spawn: 'stubborn-child', pidFile: join(folder, 'child') },
        { spawn: 'daemon', pidFile: join(folder, 'agent-daemon') },
        { spawn: 'orphan', pidFile: join(folder, 'orphan') },
        ...COMMANDS.map((line, index) => terminal(index, line)),
      ];
      const host = spawn(
        process.execPath,
        [
          hostProgram,
          bundledProgram('packages/process/keeper/keeper.ts'),
          rawAgentProgram(),
          JSON.stringify(steps),
          folder,
        ],
        { stdio: 'ignore' },
      );
      atEnd(() => void host.kill('SIGKILL'));
      const pids = (): readonly number[] =>
        readdirSync(folder)
          // One that is being written is renamed when it is whole.
          .filter((name) => !name.endsWith('.part'))
          .map((name) => Number(readFileSync(join(folder, name), 'utf8')));
      await until(() => pids().length === COMMANDS.length + 3 && pids().every((pid) => pid > 0), 'all run');
      const started = pids();
      atEnd(() => {
        for (const pid of started.filter(isAlive)) process.kill(pid, 'SIGKILL');
      });
      expect(started.every(isAlive)).toBe(true);
      host.kill(signal);
      await until(() => !started.some(isAlive), 'the end of all', 15);
    },
  );
});

/** A turn in which something is open at every step: an answer, a call, a question, a command, a form. */
const TURN: readonly RawStep[] = [
  { handshake: { agentCapabilities: { loadSession: true } } },
  { session: 's1' },
  { expect: 'session/prompt' },
  { text: 'half an ans' },
  { update: { sessionUpdate: 'tool_call', toolCallId: 't', title: 'Work', status: 'in_progress' } },
  {
    update: { sessionUpdate: 'plan', entries: [{ content: 'one', priority: 'high', status: 'in_progress' }] },
  },
  {
    send: {
      id: 1,
      method: 'session/request_permission',
      params: {
        sessionId: 's1',
        toolCall: { toolCallId: 't' },
        options: [{ optionId: 'y', name: 'Yes', kind: 'allow_once' }],
      },
    },
  },
  terminal(2, 'exec sleep 1000'),
  {
    send: { id: 3, method: 'fs/write_text_file', params: { sessionId: 's1', path: '/outside', content: '' } },
  },
  {
    send: {
      id: 4,
      method: 'elicitation/create',
      params: {
        sessionId: 's1',
        mode: 'form',
        message: 'Which?',
        requestedSchema: { type: 'object', properties: { a: { type: 'string' } } },
      },
    },
  },
  { raw: '{"jsonrpc":"2.0","method":"session/upd' },
];

/** Kills from before the handshake to within a line. */
const CRASH_POINTS = Array.from({ length: TURN.length + 1 }, (_, index) => index);

describe('An agent that is killed each time it comes to the same step', () => {
  test.each(isLong ? [...CRASH_POINTS, ...CRASH_POINTS] : CRASH_POINTS)(
    'step %i: leaves no question open, nothing running, and says what happened',
    async (point) => {
      const steps: RawStep[] = [
        ...TURN.slice(0, point),
        { stderr: 'about to die\n' },
        { wait: 20 },
        { kill: 'SIGKILL' },
      ];
      const { sessions, store, stateOf, folders, agent, log } = await sessionsOfProcess('raw', [
        rawAgentProgram(),
        JSON.stringify(steps),
      ]);
      const key = sessions.create('raw', folders.workspace);
      sessions.prompt(key, text('go'));
      const started = (): readonly number[] =>
        log.lines.flatMap((line) => /^Started .* process (\d+)\.$/.exec(line)?.[1] ?? []).map(Number);
      await until(() => log.lines.some((line) => line.includes('SIGKILL')), 'the first crash');
      await until(() => {
        const state = stateOf(key);
        return state.turn === undefined && !state.opening && !agent.isBusy && agent.status.state === 'failed';
      }, 'the session is at rest');

      const state = stateOf(key);
      expect(state.permissions).toEqual([]);
      expect(state.elicitations).toEqual([]);
      expect(state.terminals.filter(({ endedAt }) => endedAt === undefined)).toEqual([]);
      const entries = state.entries.flat();
      expect(entries.filter((entry) => entry.kind === 'tool' && entry.call.status === 'in_progress')).toEqual(
        [],
      );
      if (point > 3) expect(entries.map(entryText).join('\n')).toContain('half an ans');
      expect(JSON.stringify(state)).toContain('SIGKILL');
      expect(started().length).toBeLessThanOrEqual(4);
      await agent.stop();
      expect(started().filter(isAlive)).toEqual([]);
      expect(log.lines.filter((line) => /TypeError|unexpectedly/.test(line))).toEqual([]);
      expect(store.keys()).toEqual([key]);
    },
  );
});
