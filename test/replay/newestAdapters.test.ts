// What the newest adapters of Claude and Codex really send of sub-agents, commands in the background, plans and forks, as
// Parley declares its capabilities, and what the session is then. README.md says how it was recorded.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { handshakeOf } from '../../src/agents/handshake.ts';
import { initializeAnswer } from '../../src/agents/schema/answerSchema.ts';
import { plainText } from '../../src/core/session/content.ts';
import { toolEntries, type Entry, type ToolEntry } from '../../src/core/session/entries.ts';
import type { SessionState } from '../../src/core/session/model.ts';
import { hasBackgroundWork } from '../../src/core/session/selectors.ts';
import { subagentMessages, subagentStatus } from '../../src/core/session/subagent/selectors.ts';
import { toolCallTitle } from '../../src/core/session/toolCall/toolCallTitle.ts';
import { replay, statesAfter } from './replay.ts';

function recording(name: string): string {
  return readFileSync(join(import.meta.dirname, 'adapters', `${name}.ndjson`), 'utf8');
}

function calls({ entries }: SessionState): readonly ToolEntry[] {
  return entries.flat().filter((entry) => entry.kind === 'tool');
}

/** Each sub-agent with how it is shown: its title, its status, and the title of the one that started it. */
function subagents(state: SessionState): readonly string[] {
  const titleOf = (id: string | undefined): string | undefined => {
    const [found] = toolEntries(state.entries, id ?? '');
    return found === undefined ? undefined : toolCallTitle(found.found.call);
  };
  return calls(state)
    .filter(({ call }) => call.subagent !== undefined)
    .map((entry) => {
      const parent = titleOf(entry.call.parentToolCallId);
      const { call } = entry;
      return `${toolCallTitle(call)}: ${subagentStatus(entry)}${parent === undefined ? '' : `, in ${parent}`}`;
    });
}

/** The calls of a sub-agent, by its title, with their status. */
function callsOf(state: SessionState, title: string): readonly string[] {
  const parent = calls(state).find(({ call }) => toolCallTitle(call) === title);
  return calls(state)
    .filter(({ call }) => call.parentToolCallId === parent?.call.toolCallId)
    .map((entry) => `${toolCallTitle(entry.call)}: ${subagentStatus(entry)}`);
}

function saidIn(state: SessionState, title: string): readonly string[] {
  const entry = calls(state).find(({ call }) => toolCallTitle(call) === title);
  return subagentMessages(state, entry?.call.toolCallId ?? '').map(
    ({ role, content }) => `${role}: ${plainText(content)}`,
  );
}

function messages({ entries }: SessionState): readonly string[] {
  const isSaid = (entry: Entry): entry is Extract<Entry, { kind: 'user' | 'agent' }> =>
    entry.kind === 'user' || entry.kind === 'agent';
  return entries
    .flat()
    .filter(isSaid)
    .map(({ kind, content }) => `${kind}: ${plainText(content)}`);
}

function plans({ entries }: SessionState): readonly string[] {
  return entries
    .flat()
    .flatMap((entry) =>
      entry.kind === 'plan' && entry.document !== undefined
        ? [
            `${entry.document.text.split('\n')[0]}: ${entry.document.isAccepted === true ? 'accepted' : 'not accepted'}`,
          ]
        : [],
    );
}

/** Whether the agent works in the background, after each answer to a prompt and at last. */
function backgroundAfterTurns(text: string): readonly boolean[] {
  const after = statesAfter(text, ({ result }) => isRecordWith(result, 'stopReason'));
  return [...after, replay(text).state].map(hasBackgroundWork);
}

/** The result of the first request. */
function firstAnswer(text: string): unknown {
  const line = z.object({ msg: z.object({ result: z.unknown() }) });
  return line.parse(
    JSON.parse(text.split('\n').find((each) => each.includes('"result":{"protocolVersion"')) ?? ''),
  ).msg.result;
}

function isRecordWith(value: unknown, key: string): boolean {
  return typeof value === 'object' && value !== null && key in value;
}

describe('sub-agents', () => {
  it('of Claude are rows with their titles, nested as they were started, and one that was stopped says so', () => {
    const { state } = replay(recording('claude-subagents'));
    expect(subagents(state)).toEqual([
      'Look at hello.txt (general-purpose): completed',
      'First look (general-purpose): completed',
      'Second look (general-purpose): completed',
      'Deeper look (general-purpose): completed, in Second look (general-purpose)',
      'Long look (general-purpose): cancelled',
    ]);
  });

  it('of Claude hold their own calls, and what they were asked and said', () => {
    const { state } = replay(recording('claude-subagents'));
    expect(callsOf(state, 'Look at hello.txt (general-purpose)')).toEqual([
      'Read hello.txt: completed',
      'wc -l hello.txt > counted.txt; cat counted.txt: completed',
    ]);
    expect(saidIn(state, 'Look at hello.txt (general-purpose)')).toEqual([
      'user: Read hello.txt and tell what is in it.',
      'agent: I read the file.',
      'agent: Now a command.',
      'agent: The file has three lines.',
    ]);
    expect(messages(state)).not.toContain('agent: I read the file.');
    expect(calls(state)[0]?.call.content).toEqual([
      { type: 'content', content: { type: 'text', text: 'The file has three lines.' } },
    ]);
  });

  it('of Claude ask for permission by the call in their row', () => {
    const { besides } = replay(recording('claude-subagents'));
    expect(besides).toContain(
      'permission for subagent:child-1/toolu-3: allow_once, allow_always, reject_once',
    );
  });

  it('of Codex are rows with what they were asked, also one that goes on after its turn', () => {
    const { state } = replay(recording('codex-subagents'));
    expect(subagents(state)).toEqual([
      'Read hello.txt and tell what is in it.: completed',
      'Take your time.: cancelled',
      'Slow.: completed',
    ]);
    expect(callsOf(state, 'Slow.')).toEqual(['sleep 3; echo waited: completed']);
    expect(saidIn(state, 'Slow.')).toEqual(['agent: I wait.', 'agent: I have waited.']);
  });

  it('of Codex count as work in the background while they go on after their turn', () => {
    expect(backgroundAfterTurns(recording('codex-subagents'))).toEqual([false, true, true, false]);
  });
});

describe('commands in the background', () => {
  it('of Claude count as work from the end of their turn to their own end', () => {
    // The second turn is one that the agent ends with its sub-agent.
    expect(backgroundAfterTurns(recording('claude-background')).slice(0, 3)).toEqual([true, false, true]);
  });

  it('of Codex count as work from the end of their turn to their own end, though they print nothing', () => {
    const text = recording('codex-background');
    expect(backgroundAfterTurns(text).slice(0, 2)).toEqual([true, true]);
    const [command] = calls(replay(text).state);
    expect(command?.call).toMatchObject({ status: 'failed', endIsReported: true });
  });

  it.each([
    ['claude-background', 'toolu-4'],
    ['codex-background', 'call-2'],
  ])('in %s go on after session/cancel: only Stop that closes the session ends them', (name, terminalId) => {
    const { state } = replay(recording(name));
    expect(state.terminals.find(({ id }) => id === terminalId)).toMatchObject({ isForeign: true });
    expect(state.terminals.find(({ id }) => id === terminalId)?.endedAt).toBeUndefined();
  });

  it.each([
    ['adapters/claude-background', true],
    ['adapters/codex-background', true],
    ['recordings/copilot', undefined],
  ])('of the agent in %s are known to outlive a cancel: %s', (name, expected) => {
    const answer = firstAnswer(readFileSync(join(import.meta.dirname, `${name}.ndjson`), 'utf8'));
    const launch = {
      name: 'a',
      launch: { command: 'a', args: [], env: {}, cwd: '/workspace' },
      hasProgram: () => false,
    };
    expect(handshakeOf(initializeAnswer.parse(answer), launch).description.commandsOutliveCancel).toBe(
      expected,
    );
  });
});

describe('plans', () => {
  it('of Claude are texts that the user accepts or rejects, each once', () => {
    const { state } = replay(recording('claude-plan'));
    expect(plans(state)).toEqual(['# Plan: accepted']);
    const reviews = calls(state).filter(({ call }) => call.kind === 'switch_mode');
    expect(reviews.map((entry) => entry.decision?.option?.name)).toEqual([
      'No, keep planning',
      'Yes, manually approve edits',
    ]);
    expect(state.configOptions.find(({ id }) => id === 'mode')?.currentValue).toBe('default');
  });

  it('of Codex are texts that stay, and the one that the user accepted says so', () => {
    const { state } = replay(recording('codex-plan'));
    expect(plans(state)).toEqual(['# Plan: not accepted', '# Plan: accepted']);
    expect(state.configOptions.find(({ id }) => id === 'collaboration_mode')?.currentValue).toBe('default');
  });
});

describe('forks', () => {
  it.each(['claude-fork', 'codex-fork'])(
    '%s holds what was said until the answer, and goes on alone',
    (name) => {
      const { state, forkedFrom } = replay(recording(name));
      expect(messages(state)).toEqual(['user: First', 'agent: Said.', 'user: Third', 'agent: Said.']);
      expect(forkedFrom.map(messages)).toEqual([
        ['user: First', 'agent: Said.', 'user: Second', 'agent: Said.'],
      ]);
    },
  );
});
