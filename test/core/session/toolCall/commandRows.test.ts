// Commands that an agent runs through Parley without a tool call that shows them: each has a row of its own.
import { describe, expect, test } from 'vitest';
import type { SessionEvent } from '../../../../src/core/session/events.ts';
import { emptySession, type SessionState } from '../../../../src/core/session/model.ts';
import { reduce } from '../../../../src/core/session/reduce.ts';
import type { ToolCallPatch } from '../../../../src/core/session/toolCall/state.ts';

const COMMAND = 'cat secret > copy; echo done';

function fold(events: readonly SessionEvent[], from = emptySession('s', 'agent', '/work')): SessionState {
  return events.reduce(reduce, from);
}

const prompt: SessionEvent = {
  type: 'prompt_started',
  at: 1,
  content: [{ type: 'text', text: 'Look around' }],
};
const started: SessionEvent = {
  type: 'terminal_started',
  at: 2,
  terminalId: 't1',
  isForeign: false,
  command: COMMAND,
  cwd: '/work',
};
const exited: SessionEvent = {
  type: 'terminal_exited',
  at: 3,
  terminalId: 't1',
  exit: { code: 0, signal: null },
};
const ended: SessionEvent = { type: 'turn_ended', at: 4, stopReason: 'end_turn' };

function call(patch: ToolCallPatch): Extract<SessionEvent, { type: 'tool_call' }> {
  return { type: 'tool_call', at: 2, call: patch };
}

const embedding = call({ toolCallId: 'c1', content: [{ type: 'terminal', terminalId: 't1' }] });

function rows(state: SessionState): unknown {
  return state.entries
    .flat()
    .flatMap((entry) => (entry.kind === 'tool' ? [[entry.call.title, entry.call.status]] : []));
}

describe('A command that no tool call shows', () => {
  test('has a row with its terminal and variables when it ends', () => {
    const state = fold([prompt, { ...started, env: { LD_PRELOAD: '/tmp/x.so' } }, exited]);
    expect(state.entries.flat()[1]).toMatchObject({
      call: {
        kind: 'execute',
        title: COMMAND,
        status: 'completed',
        rawInput: { command: COMMAND, cwd: '/work', env: { LD_PRELOAD: '/tmp/x.so' } },
        content: [{ type: 'terminal', terminalId: 't1' }],
      },
    });
  });

  test('has one when the turn ends, and that row is done when the command is', () => {
    const running = fold([prompt, started, ended]);
    expect(rows(running)).toEqual([[COMMAND, 'in_progress']]);
    expect(running.entries.flat().at(-1)?.kind).toBe('turn');
    const next = fold(
      [
        { ...prompt, at: 5 },
        { ...ended, at: 6 },
      ],
      running,
    );
    expect(rows(next)).toEqual([[COMMAND, 'in_progress']]);
    const done = fold([{ ...exited, at: 7 }], next);
    expect(rows(done)).toEqual([[COMMAND, 'completed']]);
    expect(done.background).toBeUndefined();
  });

  test('has one after the user stopped it, and when its agent is gone', () => {
    const stopped = fold([prompt, started, { type: 'cancel_requested', at: 3 }, ended]);
    expect(rows(stopped)).toEqual([[COMMAND, 'cancelled']]);
    expect(rows(fold([started, { type: 'detached', at: 3 }]))).toEqual([[COMMAND, 'unfinished']]);
  });

  test('has one beside the card of the same command that was refused', () => {
    const refused: SessionEvent = {
      type: 'permission_decided',
      at: 2,
      call: { toolCallId: 'c1', title: 'Run', kind: 'execute', rawInput: { command: COMMAND } },
      decision: { by: 'rule' },
    };
    expect(rows(fold([prompt, refused, started, exited, ended]))).toEqual([
      ['Run', expect.anything()],
      [COMMAND, 'completed'],
    ]);
  });

  test('has one for its second run, though a card shows the first', () => {
    const named = call({ toolCallId: 'c1', title: 'Run', kind: 'execute', rawInput: { command: COMMAND } });
    const again: readonly SessionEvent[] = [
      { ...started, terminalId: 't2' },
      { ...exited, terminalId: 't2' },
    ];
    expect(rows(fold([prompt, named, started, exited, ...again, ended]))).toEqual([
      ['Run', expect.anything()],
      [COMMAND, 'completed'],
    ]);
    const both = [prompt, named, started, exited, { ...named, call: { ...named.call, toolCallId: 'c2' } }];
    expect(rows(fold([...both, ...again, ended]))).toHaveLength(2);
    // It ran when the turn ended, and is still the first run.
    const late = fold([prompt, named, started, ended, exited]);
    expect(rows(late)).toHaveLength(1);
  });

  test.each<Omit<ToolCallPatch, 'toolCallId'>>([
    { title: `Skipped: ${COMMAND}`, kind: 'execute' },
    { title: COMMAND, kind: 'execute', rawInput: { command: 'echo done' } },
    { title: 'Run', kind: 'execute', rawInput: { command: `bash -c "${COMMAND} $HOME"` } },
  ])('has one beside a card that shows something else: %j', (patch) => {
    const other = call({ toolCallId: 'c1', ...patch });
    expect(rows(fold([prompt, other, started, exited, ended]))).toHaveLength(2);
  });

  test('gives its row up for a card that shows it later, also while it runs', () => {
    expect(rows(fold([prompt, started, exited, embedding]))).toEqual([['', 'pending']]);
    const late = fold([prompt, started, ended, embedding]);
    expect(rows(late)).toEqual([['', 'pending']]);
    expect(late.background).toBe(1);
  });
});

describe('No row is added for a command', () => {
  test('that a card shows, with its terminal or with the command', () => {
    expect(rows(fold([prompt, embedding, started, exited, ended]))).toHaveLength(1);
    const named = call({ toolCallId: 'c1', kind: 'execute', rawInput: { command: COMMAND } });
    expect(rows(fold([prompt, named, started, exited, ended]))).toHaveLength(1);
    const other = call({ toolCallId: 'c1', kind: 'execute', rawInput: { command: 'echo done' } });
    expect(rows(fold([prompt, other, started, exited, ended]))).toHaveLength(2);
  });

  test.each<Omit<ToolCallPatch, 'toolCallId'>>([
    { title: COMMAND },
    { title: `\`${COMMAND}\``, kind: 'execute' },
    { title: `Run \`${COMMAND}\``, kind: 'other' },
    { title: `bash: ${COMMAND}`, kind: 'execute' },
    { title: 'Look', kind: 'search', rawInput: { command: COMMAND } },
    { title: 'Look', kind: 'execute', rawInput: { command: ['bash', '-lc', COMMAND] } },
    { title: `/bin/sh -c "${COMMAND}"`, kind: 'execute' },
  ])('that a card shows in other words: %j', (patch) => {
    const shown = call({ toolCallId: 'c1', ...patch });
    expect(rows(fold([prompt, shown, started, exited, ended]))).toHaveLength(1);
  });

  test('that the agent gives to a shell, where the card shows the line', () => {
    const line = "echo it's";
    const shown = call({ toolCallId: 'c1', kind: 'execute', rawInput: { command: line } });
    const command = String.raw`bash -c 'echo it'\''s'`;
    expect(rows(fold([prompt, shown, { ...started, command }, exited, ended]))).toHaveLength(1);
  });

  test('that the agent runs itself', () => {
    expect(rows(fold([prompt, { ...started, isForeign: true }, exited, ended]))).toEqual([]);
  });

  test('that the user was asked about: its row has the output', () => {
    const asked = call({
      toolCallId: 'parley:1',
      title: 'Run it',
      kind: 'execute',
      status: 'completed',
      rawInput: { command: COMMAND },
    });
    const state = fold([prompt, asked, started, exited, ended]);
    expect(rows(state)).toEqual([['Run it', 'completed']]);
    expect(state.entries.flat()[1]).toMatchObject({
      call: { content: [{ type: 'terminal', terminalId: 't1' }] },
    });
  });
});
