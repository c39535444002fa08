// Terminals in the session state: bounds, order, agents' own terminals; and the harmless text of their output.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { coalesce } from '../../../../src/core/session/coalesce.ts';
import type { SessionEvent } from '../../../../src/core/session/events.ts';
import { emptySession, sessionState, type SessionState } from '../../../../src/core/session/model.ts';
import { reduce } from '../../../../src/core/session/reduce.ts';
import {
  appendPiece,
  countedPiece,
  joinPieces,
  type BoundedOutput,
  type OutputPiece,
  type Terminal,
} from '../../../../src/core/session/terminal/state.ts';
import { commandLineText } from '../../../../src/core/text/commandLineText.ts';
import { harmlessText, HarmlessStream } from '../../../../src/core/text/terminalText.ts';
import { propertyRuns } from '../../../support/cases/fullRun.ts';

const RETAINED = 262_144;

/** The sequences that may stay. */
// oxlint-disable-next-line no-control-regex -- escape sequences begin with one
const HARMLESS = /\x1b\[[\d;:]*[mK]/g;

function fold(events: readonly SessionEvent[], from = emptySession('s', 'agent', '/work')): SessionState {
  return events.reduce(reduce, from);
}

function started(terminalId: string, more: { isForeign?: boolean; command?: string } = {}): SessionEvent {
  return { type: 'terminal_started', at: 1, terminalId, isForeign: false, ...more };
}

function output(terminalId: string, data: string, skippedBytes = 0): SessionEvent {
  return { type: 'terminal_output', at: 2, terminalId, data, skippedBytes };
}

function exited(terminalId: string, code: number | null, at = 3): SessionEvent {
  return { type: 'terminal_exited', at, terminalId, exit: { code, signal: null } };
}

function only(state: SessionState): Terminal | undefined {
  expect(state.terminals).toHaveLength(1);
  return state.terminals[0];
}

/** Of characters of all lengths, some of them halves. */
const piece: fc.Arbitrary<OutputPiece> = fc.record({
  data: fc.string({ unit: fc.constantFrom('a', 'é', '€', '😀', '\uD83D', '\uDE00'), maxLength: 40 }),
  skippedBytes: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.nat(50)),
});

const text = fc.string({ unit: fc.constantFrom('a', 'é', '€', '😀') });

function whole(data: string): OutputPiece {
  return { data, skippedBytes: 0 };
}

/** What is left of these pieces, one after the other. */
function retained(pieces: readonly OutputPiece[], limit?: number): BoundedOutput {
  return pieces.reduce<BoundedOutput>((all, next) => appendPiece(all, next, limit), countedPiece(whole('')));
}

function byteLength(words: string): number {
  return new TextEncoder().encode(words).length;
}

describe('A terminal', () => {
  test('R69 has its command, its output in order, and its end', () => {
    const state = fold([
      started('t', { command: 'ls' }),
      output('t', 'one\n'),
      output('t', 'two\n'),
      exited('t', 0),
    ]);
    expect(state.terminals).toEqual([
      {
        id: 't',
        command: 'ls',
        isForeign: false,
        output: 'one\ntwo\n',
        outputBytes: 8,
        droppedBytes: 0,
        startedAt: 1,
        endedAt: 3,
        exit: { code: 0, signal: null },
      },
    ]);
  });

  test('R70 that was never heard of is the agent’s own, whatever comes first', () => {
    for (const event of [output('t', 'x'), exited('t', 1), started('t', { isForeign: true })]) {
      expect(only(fold([event]))?.isForeign).toBe(true);
    }
  });

  test('R70 is reported again without losing anything', () => {
    const state = fold([
      output('t', 'x'),
      { type: 'terminal_started', at: 4, terminalId: 't', isForeign: true, cwd: '/a' },
    ]);
    expect(only(state)).toMatchObject({ output: 'x', cwd: '/a', startedAt: 2 });
    // It does not become one that Parley could stop.
    expect(only(fold([started('t', { isForeign: false })], state))?.isForeign).toBe(true);
  });

  test('ends once: the first end counts, and output after it is accepted', () => {
    const state = fold([started('t'), exited('t', 1, 5), exited('t', 0, 9), output('t', 'late')]);
    expect(only(state)).toMatchObject({ endedAt: 5, exit: { code: 1 }, output: 'late' });
  });

  test('R87 ends when the agent is gone, in a way that is not known, unless that is reported', () => {
    const gone = fold([started('t'), { type: 'detached', at: 7 }]);
    expect(only(gone)).toMatchObject({ endedAt: 7 });
    expect(only(gone)).not.toHaveProperty('exit');
    expect(only(fold([exited('t', 0, 8)], gone))).toMatchObject({ endedAt: 7, exit: { code: 0 } });
    const before = fold([started('t'), exited('t', 0)]);
    expect(reduce(before, { type: 'detached', at: 7 }).terminals).toBe(before.terminals);
  });

  test('keeps its reference when another one prints', () => {
    const before = fold([started('a'), started('b')]);
    const after = reduce(before, output('b', 'x'));
    expect(after.terminals[0]).toBe(before.terminals[0]);
    expect(after.entries).toBe(before.entries);
  });
});

describe('Bounds', () => {
  test('100 MB leave 256 KB at least and 512 KB at most, and every byte is accounted for', () => {
    let state = fold([started('t')]);
    const line = `${'x'.repeat(99)}\n`;
    const event = output('t', line.repeat(1_000));
    for (let sent = 0; sent < 1_000; sent++) state = reduce(state, event);
    const terminal = only(state);
    const retained = terminal?.output.length ?? 0;
    expect(retained).toBeGreaterThanOrEqual(RETAINED);
    expect(retained).toBeLessThan(2 * RETAINED);
    expect((terminal?.droppedBytes ?? 0) + retained).toBe(100_000_000);
    expect(terminal?.output.endsWith(line)).toBe(true);
  });

  test('a small piece takes no longer after much output than at the beginning', () => {
    const full = fold([started('t'), output('t', 'x'.repeat(2 * RETAINED - 1))]);
    const small = output('t', 'a short line\n');
    const start = process.cpuUsage();
    let state = full;
    for (let sent = 0; sent < 50_000; sent++) state = reduce(state, small);
    // Copying all that is retained each time takes about ten seconds.
    expect(process.cpuUsage(start).user).toBeLessThan(2_000_000);
    expect(only(state)?.droppedBytes).toBeGreaterThan(RETAINED);
  });

  test('so does merging them into one', () => {
    const start = process.cpuUsage();
    const merged = coalesce(Array.from({ length: 50_000 }, () => output('t', 'x'.repeat(100))));
    expect(process.cpuUsage(start).user).toBeLessThan(2_000_000);
    expect(merged).toHaveLength(1);
    expect(only(fold(merged))?.output.length).toBeLessThan(2 * RETAINED);
  });

  test('the cut is at a character', () => {
    const state = fold([started('t'), output('t', `xx${'😀'.repeat(RETAINED / 2)}`)]);
    expect(only(state)?.output.startsWith('😀')).toBe(true);
    expect(only(state)?.droppedBytes).toBe(RETAINED + 2);
  });

  test('output that an earlier version has stored goes on', () => {
    const before = fold([started('t'), output('t', 'é')]);
    const old = before.terminals.map(({ outputBytes: _notWrittenThen, ...rest }) => rest);
    const file: unknown = JSON.parse(JSON.stringify({ ...before, terminals: old }));
    const after = reduce(sessionState.parse(file), output('t', 'x'));
    expect(only(after)).toMatchObject({ output: 'éx', outputBytes: 3, droppedBytes: 0 });
  });

  test('what is retained is the same whatever the pieces were, and however they were joined', () => {
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 12 }),
        fc.array(fc.boolean()),
        fc.integer({ min: 1, max: 10 }),
        (pieces, joins, limit) => {
          const joined = pieces.reduce<OutputPiece[]>((list, next, index) => {
            const last = list.at(-1);
            if (last === undefined || joins[index] !== true) return [...list, next];
            return [...list.slice(0, -1), joinPieces(last, next, limit)];
          }, []);
          expect(retained(joined, limit)).toEqual(retained(pieces, limit));
        },
      ),
      propertyRuns(2_000),
    );
  });

  test('it is the limit at least, and less than twice as much', () => {
    fc.assert(
      fc.property(fc.array(text), fc.integer({ min: 4, max: 20 }), (texts, limit) => {
        const end = retained(texts.map(whole), limit);
        expect(end.bytes).toBe(byteLength(end.data));
        expect(end.bytes).toBeLessThan(2 * limit);
        // The whole character at the cut may be four bytes.
        expect(end.bytes).toBeGreaterThan(Math.min(limit, byteLength(texts.join(''))) - 4);
      }),
    );
  });

  test('joining leaves no more than four times the limit of what pieces add up to', () => {
    fc.assert(
      fc.property(fc.array(text), fc.integer({ min: 1, max: 10 }), (texts, limit) => {
        const joined = texts.map(whole).reduce((a, b) => joinPieces(a, b, limit), whole(''));
        expect(joined.data.length).toBeLessThanOrEqual(4 * limit);
      }),
    );
  });

  test('nothing is lost from the count: what is retained and what is not add up', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'binary' })),
        fc.integer({ min: 1, max: 20 }),
        (texts, limit) => {
          const end = retained(texts.map(whole), limit);
          const all = texts.join('');
          expect(all.endsWith(end.data)).toBe(true);
          expect(byteLength(end.data) + end.skippedBytes).toBe(byteLength(all));
        },
      ),
    );
  });

  test('a piece that follows left-out bytes replaces what was before them', () => {
    const after = { data: 'after', skippedBytes: 100 };
    const expected = { data: 'after', skippedBytes: 107 };
    expect(joinPieces({ data: 'before', skippedBytes: 1 }, after)).toEqual(expected);
    expect(retained([{ data: 'before', skippedBytes: 1 }, after])).toEqual({ ...expected, bytes: 5 });
  });

  test('of many terminals the older ones shrink and the oldest go', () => {
    const big = 'x'.repeat(RETAINED);
    let state = emptySession('s', 'agent', '/work');
    for (let index = 0; index < 1_010; index++) {
      state = fold([started(`t${index}`), output(`t${index}`, big)], state);
    }
    expect(state.terminals).toHaveLength(1_000);
    expect(state.terminals[0]?.id).toBe('t10');
    const sizes = state.terminals.map((terminal) => terminal.output.length);
    expect(sizes.filter((size) => size === RETAINED)).toHaveLength(20);
    expect(Math.max(...sizes.slice(0, -20))).toBe(16_384);
    // An old one that goes on printing stays small.
    const later = reduce(state, output('t110', `${big}x`));
    expect(later.terminals[100]?.output.length).toBe(16_385);
  });
});

describe('Harmless text', () => {
  test.each([
    ['colours stay', '\x1b[1;31mred\x1b[0m\x1b[m', '\x1b[1;31mred\x1b[0m\x1b[m'],
    ['the erasing of a line stays', 'a\r\x1b[Kb\x1b[2K', 'a\r\x1b[Kb\x1b[2K'],
    ['colours by the one-character form are written the usual way', '\x9b32mgreen', '\x1b[32mgreen'],
    ['movement goes', 'a\x1b[2Ab\x1b[10;20Hc\x1b[2Jd\x1b[?25l', 'abcd'],
    ['titles go', 'a\x1b]0;You are root\x07b\x1b]2;x\x1b\\c', 'abc'],
    ['links go and their words stay', '\x1b]8;;https://evil.example\x07click\x1b]8;;\x07', 'click'],
    ['the clipboard is not written', '\x1b]52;c;ZXZpbA==\x07', ''],
    ['device strings go', 'a\x1bPq#0;2;0\x1b\\b\x1b_x\x1b\\c\x1b^y\x1b\\d\x1bXz\x1b\\e', 'abcde'],
    ['the one-character forms of these too', 'a\x9d0;t\x9cb\x90q\x9cc', 'abc'],
    ['questions to the terminal go', 'a\x1b[6n\x1b[c\x1b[>0q\x05b', 'ab'],
    ['private colour sequences go', '\x1b[>4;1mx\x1b[?1m', 'x'],
    ['sequences with characters between go', '\x1b[1 q\x1b[0$mx', 'x'],
    ['character sets and resets go', '\x1b(0x\x1bcy\x1b7\x1b8', 'xy'],
    ['other control characters go', 'a\0b\x07c\x7ff\x85g', 'abcfg'],
    ['vertical tabs and form feeds begin a line', 'c\x0bd\x0ce', 'c\nd\ne'],
    ['tabs, line ends and backspaces stay', 'a\tb\r\nc\b', 'a\tb\r\nc\b'],
    ['a title without an end hides nothing', 'a\x1b]0;never ends\nb', 'a0;never ends\nb'],
    ['a sequence without an end hides nothing', 'a\x1b[12\nb\x1b', 'a12\nb'],
    ['all other text stays', 'é € 😀 <b>&amp;</b>', 'é € 😀 <b>&amp;</b>'],
  ])('%s', (_what, text, expected) => {
    expect(harmlessText(text)).toBe(expected);
  });

  const nasty = fc.string({
    unit: fc.constantFrom('\x1b', '[', ']', '0', ';', 'm', 'K', 'H', '\x07', '\\', '\x9b', '\x9d', 'x', '\n'),
    maxLength: 40,
  });

  test('whatever comes, nothing is left but colours and the erasing of a line', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        const rest = harmlessText(text).replaceAll(HARMLESS, '');
        expect(rest).not.toMatch(/[^\t\n\r\b\P{Cc}]/u);
      }),
      propertyRuns(1_000),
    );
  });

  test('in pieces it comes out harmless too, and sequences that are cut in two are recognised', () => {
    const stream = new HarmlessStream();
    expect(
      ['a\x1b', '[3', '1mred\x1b]0;ti', 'tle\x1b', '\\b'].map((part) => stream.write(part)).join(''),
    ).toBe('a\x1b[31mredb');
    fc.assert(
      fc.property(fc.array(nasty), (pieces) => {
        const each = new HarmlessStream();
        const rest = pieces
          .map((part) => each.write(part))
          .join('')
          .replaceAll(HARMLESS, '');
        expect(rest).not.toMatch(/[^\t\n\r\b\P{Cc}]/u);
      }),
    );
  });

  test.each([
    ['escapes', '\x1b'],
    ['titles that do not end', '\x1b]0;'],
    ['one-character titles that do not end', '\x9d'],
    ['sequences that do not end', '\x1b[1;'],
    ['digits after a sequence’s start', '\x1b[', '1'],
  ])('a bomb of %s takes no time', (_what, first, rest = first) => {
    const bomb = first + rest.repeat(RETAINED / rest.length);
    const stream = new HarmlessStream();
    const start = process.cpuUsage();
    harmlessText(bomb);
    for (let index = 0; index < 100; index++) stream.write(bomb.slice(0, 2_000));
    const { user } = process.cpuUsage(start);
    expect(user).toBeLessThan(1_000_000);
  });
});

test.each([
  ['ls', ['-la', 'src/a.ts'], 'ls -la src/a.ts'],
  ['sh', ['-c', 'a && b'], "sh -c 'a && b'"],
  ['echo', ['', "it's", '$HOME'], "echo '' 'it'\\''s' '$HOME'"],
])('the command line of %s %j', (command, args, expected) => {
  expect(commandLineText(command, args)).toBe(expected);
});
