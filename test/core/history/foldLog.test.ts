// A log adds up to the session it was written of, whatever was done to its lines.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LogFold, type FoldedLog } from '../../../src/core/history/foldLog.ts';
import { writeEvents, writeHeader, writeState, writeSummary } from '../../../src/core/history/logLine.ts';
import { summarize } from '../../../src/core/history/sessionSummary.ts';
import type { SessionEvent } from '../../../src/core/session/events.ts';
import { entryCount } from '../../../src/core/session/entries.ts';
import { emptySession, type SessionState } from '../../../src/core/session/model.ts';
import { reduce } from '../../../src/core/session/reduce.ts';
import { anyEvent } from '../../support/sessionEvents.ts';

const start = emptySession('s', 'agent', '/work');
const header = writeHeader(start, 500);
const batches = fc.array(fc.array(anyEvent, { minLength: 1, maxLength: 30 }), { maxLength: 10 });
const times = { createdAt: 500, updatedAt: 600 };

function foldAll(state: SessionState, list: readonly SessionEvent[]): SessionState {
  return list.reduce(reduce, state);
}

function foldLog(log: string): LogFold {
  const fold = new LogFold();
  for (const line of log.split('\n')) fold.add(line, Buffer.byteLength(line));
  return fold;
}

function read(log: string): FoldedLog {
  const folded = foldLog(log).result();
  if (folded === undefined) throw new Error('The log says nothing.');
  return folded;
}

function written(events: readonly SessionEvent[]): string {
  return [...writeEvents(events)].join('');
}

function prompt(words: string, at = 1_000): SessionEvent {
  return { type: 'prompt_started', at, content: [{ type: 'text', text: words }] };
}

test.each([
  { calls: 0, lines: 0 },
  { calls: 64, lines: 1 },
  { calls: 65, lines: 2 },
  { calls: 10_000, lines: 157 },
])(
  '$calls calls that are written at once are $lines lines, so that others get their turn between them',
  ({ calls, lines }) => {
    const events = Array.from({ length: calls }, (_, at): SessionEvent => {
      return { type: 'tool_call', at, call: { toolCallId: `call-${at}`, title: `Call ${at}` } };
    });
    const all = [...writeEvents(events)];
    expect(all).toHaveLength(lines);
    expect(entryCount(read(header + all.join('')).state.entries)).toBe(calls);
  },
);

test('events written in batches add up to the session', () => {
  fc.assert(
    fc.property(batches, (list) => {
      const folded = read(header + list.map(written).join(''));
      expect(folded.state).toEqual(foldAll(start, list.flat()));
      expect(folded.skipped).toBe(0);
    }),
  );
});

test('a whole state among the events takes the place of what was before it', () => {
  fc.assert(
    fc.property(batches, batches, (before, after) => {
      const base = foldAll(start, before.flat());
      const whole = [...writeState(base)].join('');
      const log = [header, ...before.map(written), whole, ...after.map(written)].join('');
      expect(read(log)).toMatchObject({
        skipped: 0,
        baseBytes: Buffer.byteLength(whole) - whole.split('\n').length + 1,
      });
      expect(read(log).state).toEqual(foldAll(base, after.flat()));
    }),
  );
});

test('a transcript of many pages comes back whole', () => {
  const prompts = Array.from({ length: 1_000 }, (_, index) => prompt(`Prompt ${index}`));
  const state = foldAll(start, prompts);
  expect(state.entries.length).toBeGreaterThan(5);
  expect(read(header + [...writeState(state)].join('')).state).toEqual(state);
});

test('of a log that was cut off anywhere nothing before the torn line is lost', () => {
  fc.assert(
    fc.property(batches, fc.nat(), (list, cut) => {
      const lines = list.map(written);
      const bytes = Buffer.from(header + lines.join(''));
      const end = header.length + (cut % (bytes.length - header.length + 1));
      const log = bytes.subarray(0, end).toString('utf8');
      const whole = log.split('\n').length - 2;
      const reported = log.endsWith('\n') || !isWhole(log) ? whole : whole + 1;
      expect(read(log).state).toEqual(foldAll(start, list.slice(0, reported).flat()));
    }),
  );
});

function isWhole(log: string): boolean {
  try {
    JSON.parse(log.slice(log.lastIndexOf('\n') + 1));
    return true;
  } catch {
    return false;
  }
}

test('what was appended after a torn line counts', () => {
  const log = `${header}{"events":[{"type":"prom\n${written([prompt('Hello')])}`;
  const { state, skipped } = read(log);
  expect(state.provisionalTitle).toBe('Hello');
  expect(skipped).toBe(1);
});

test('lines in any order, doubled, or of any kind never throw', () => {
  const junk = fc.oneof(
    fc.string(),
    fc.json(),
    fc.constantFrom(
      '{"page":[{"kind":"user"}]}',
      '{"events":{}}',
      '{"state":{"key":"s"}}',
      '\0\0\0',
      'null',
      '[]',
    ),
  );
  const lines = fc
    .tuple(batches, fc.array(junk, { maxLength: 5 }))
    .map(([list, others]) => [header, ...list.map(written), ...others.map((line) => `${line}\n`)])
    .chain((all) => fc.shuffledSubarray(all, { minLength: all.length }));
  fc.assert(
    fc.property(lines, (shuffled) => {
      const folded = foldLog(shuffled.join('')).result();
      if (folded !== undefined) expect(folded.state.key).toBe('s');
    }),
  );
});

test('a log that a newer version wrote gives nothing', () => {
  const fold = foldLog(`{"version":2,"key":"s","agent":"a","cwd":"/"}\n${written([prompt('Hello')])}`);
  expect(fold.isNewer).toBe(true);
  expect(fold.result()).toBeUndefined();
});

test('an event that is not known is left out, and those beside it count', () => {
  const events = [{ type: 'teleported', at: 1 }, prompt('Hello'), { type: 'message_chunk', at: 'noon' }];
  const { state } = read(`${header}${JSON.stringify({ events })}\n`);
  expect(entryCount(state.entries)).toBe(1);
});

test('fields and entries of a state that are not known are left out, and the rest stays', () => {
  const state = foldAll(start, [
    prompt('First'),
    { type: 'renamed', at: 2, alias: 'Mine' },
    prompt('Second'),
  ]);
  const [first, second] = state.entries.flat();
  const changed = {
    ...state,
    usage: { used: 'lots' },
    turn: 'yes',
    mood: 'good',
    entries: [[first, { kind: 'hologram', id: 'e9', at: 1 }, second, { ...second, id: 'e7' }]],
  };
  const back = read(`${header}${JSON.stringify({ state: changed })}\n`).state;
  expect(back.alias).toBe('Mine');
  expect(back.entries.flat().map(({ id }) => id)).toEqual(['e0', 'e1', 'e7']);
  expect(back.turn).toBeUndefined();
  expect(back.entriesMade).toBe(8);
});

test('an entry of a page that is not known is left out', () => {
  const [entry] = foldAll(start, [prompt('Hello')]).entries.flat();
  const page = [{ kind: 'hologram' }, entry];
  const { state } = read(`${header}${JSON.stringify({ state: start })}\n${JSON.stringify({ page })}\n`);
  expect(state.entries.flat()).toEqual([entry]);
});

test('a log whose first line is lost still says whose it is by a whole state', () => {
  const state = foldAll(start, [prompt('Hello', 7)]);
  const log = `{"versio\n${[...writeState(state)].join('')}${writeSummary(summarize(state, times))}`;
  expect(read(log)).toMatchObject({ state, ...times });
});

test('events before anything says whose they are are nobody’s', () => {
  expect(foldLog(written([prompt('Hello')])).result()).toBeUndefined();
});

test('a session is as new as what was said in it last, not as its last opening', () => {
  const events: SessionEvent[] = [
    prompt('Hello', 1_000),
    { type: 'message_chunk', at: 1_500, role: 'agent', content: { type: 'text', text: 'Hi' } },
    { type: 'turn_ended', at: 2_000, stopReason: 'end_turn' },
    { type: 'restored', at: 9_000 },
    { type: 'opened', at: 9_001, sessionId: 'x' },
    { type: 'commands', at: 9_002, commands: [] },
  ];
  expect(read(header + written(events))).toMatchObject({ createdAt: 500, updatedAt: 2_000 });
});

test('R107 what an agent only notices is not stored, and the ids of what comes after stay', () => {
  const events: SessionEvent[] = [
    prompt('Hello'),
    { type: 'notice', at: 2, severity: 'info', text: 'Rate limit near', isLiveOnly: true },
    { type: 'turn_ended', at: 3, stopReason: 'end_turn' },
  ];
  const live = foldAll(start, events);
  for (const log of [header + written(events), header + [...writeState(live)].join('')]) {
    expect(log).not.toContain('Rate limit');
    const back = reduce(read(log).state, { type: 'restored', at: 4 });
    expect(back.entries.flat().map(({ id, kind }) => [id, kind])).toEqual([
      ['e0', 'user'],
      ['e2', 'turn'],
    ]);
  }
});

test('what is too long for a log is cut, and the session stays readable', () => {
  const long = 'x'.repeat(5_000_000);
  const call: SessionEvent = {
    type: 'tool_call',
    at: 1,
    call: {
      toolCallId: 't',
      title: 'Read everything',
      rawOutput: { text: long },
      content: [{ type: 'content', content: { type: 'text', text: long } }],
    },
  };
  const state = foldAll(start, [call]);
  for (const log of [header + written([call]), header + [...writeState(state)].join('')]) {
    expect(log.length).toBeLessThan(1_100_000);
    const [entry] = read(log).state.entries.flat();
    expect(entry).toMatchObject({ kind: 'tool', call: { title: 'Read everything' } });
    expect(JSON.stringify(entry)).toContain('4000000 more characters were not stored');
  }
});
