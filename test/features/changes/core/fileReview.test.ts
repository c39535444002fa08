// One file that an agent changed: hunks, keeping, undoing, and what the user typed since.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  agentWrote,
  keepFileHunks,
  reviewFile,
  undoFile,
  undoFileHunks,
  withoutAgentChanges,
  type ChangedFile,
} from '../../../../src/features/changes/core/fileReview.ts';
import { absent, type FileState } from '../../../../src/core/changes/fileState.ts';
import { joinLines, splitLines } from '../../../../src/core/changes/lines.ts';
import { changedFiles } from '../../../../src/features/changes/node/storedChanges.ts';
import { hunksOf, keepHunks, undoHunks, type ThreeTexts } from '../../../../src/core/changes/threeWay.ts';

/** Few different lines, so that texts have much in common, and all kinds of ends. */
const line = fc.constantFrom('a\n', 'b\n', 'c\n', '\n', 'd\r\n', 'e\n');
const anyText = fc
  .tuple(fc.array(line, { maxLength: 12 }), fc.constantFrom('', 'end'))
  .map(([lines, end]) => lines.join('') + end);

function text(value: string): FileState {
  return { kind: 'text', text: value };
}

function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `line ${index}\n`);
}

/** A file of which every other line may be changed by the agent, and each line between two of those by the user. */
const apart = fc
  .array(
    fc.record({
      agent: fc.constantFrom('same', 'replaced', 'deleted', 'followed'),
      user: fc.constantFrom('same', 'replaced', 'deleted', 'followed'),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((changes) => {
    const build = (agentActs: boolean, userActs: boolean): string =>
      changes
        .flatMap(({ agent, user }, index) => [
          ...changed(`agent ${index}`, agentActs ? agent : 'same', 'by agent'),
          `between ${index}\n`,
          ...changed(`user ${index}`, userActs ? user : 'same', 'by user'),
          `after ${index}\n`,
        ])
        .join('');
    return {
      before: build(false, false),
      after: build(true, false),
      current: build(true, true),
      user: build(false, true),
    };
  });

function changed(name: string, how: string, by: string): string[] {
  switch (how) {
    case 'replaced':
      return [`${name} ${by}\n`];
    case 'deleted':
      return [];
    case 'followed':
      return [`${name}\n`, `${name} added ${by}\n`];
    default:
      return [`${name}\n`];
  }
}

describe('hunks', () => {
  test('undoing all of them gives back the text before, when the user typed nothing', () => {
    fc.assert(
      fc.property(anyText, anyText, (before, after) => {
        const undone = undoFile({ before: text(before), after: text(after) }, text(after));
        expect(undone.current).toEqual(text(before));
        expect(undone.hasConflict).toBe(false);
        expect(reviewFile(undone.file, undone.current)).toBeUndefined();
      }),
    );
  });

  test('undoing all of them keeps what the user changed elsewhere', () => {
    fc.assert(
      fc.property(apart, ({ before, after, current, user }) => {
        const file = { before: text(before), after: text(after) };
        const undone = undoFile(file, text(current));
        expect(undone).toMatchObject({ current: text(user), hasConflict: false });
        expect(withoutAgentChanges(file, text(current))).toEqual(text(user));
      }),
    );
  });

  test('whatever the user typed, each of their lines is still there after undoing all', () => {
    fc.assert(
      fc.property(
        anyText,
        anyText,
        fc.array(fc.nat(20), { minLength: 1, maxLength: 4 }),
        (before, after, places) => {
          const lines = splitLines(after);
          const typed = places.map((place, index) => ({
            at: place % (lines.length + 1),
            line: `typed ${index}\n`,
          }));
          const current = joinLines([
            ...lines.flatMap((words, index) => [...typedAt(typed, index), words]),
            ...typedAt(typed, lines.length),
          ]);
          const undone = undoFile({ before: text(before), after: text(after) }, text(current));
          const left = undone.current.kind === 'text' ? undone.current.text : '';
          for (const { line: words } of typed) expect(splitLines(left)).toContain(words);
        },
      ),
    );
  });

  test('each is either kept or undone: both together leave nothing open, and nothing else changes', () => {
    fc.assert(
      fc.property(apart, fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }), (texts, keeps) => {
        let now: ThreeTexts = texts;
        let turn = 0;
        for (let hunks = hunksOf(now); hunks.length > 0; hunks = hunksOf(now)) {
          const [hunk] = hunks;
          if (hunk === undefined) break;
          const next =
            keeps[turn++ % keeps.length] === true ? keepHunks(now, [hunk]) : undoHunks(now, [hunk]);
          expect(hunksOf(next)).toHaveLength(hunks.length - 1);
          now = next;
        }
        expect(now.before).toBe(now.after);
      }),
    );
  });

  test('keeping all of them makes the text after the text before', () => {
    fc.assert(
      fc.property(anyText, anyText, (before, after) => {
        let file: ChangedFile = { before: text(before), after: text(after) };
        for (let rounds = 0; rounds < 50; rounds++) {
          const hunk = reviewFile(file, text(after))?.hunks[0];
          if (hunk === undefined) break;
          file = keepFileHunks(file, text(after), [hunk]);
        }
        expect(file).toEqual({ before: text(after), after: text(after) });
      }),
    );
  });

  test('undoing one leaves the others', () => {
    const before = numbered(9);
    const after = before.with(1, 'first\n').with(7, 'second\n');
    const file = { before: text(before.join('')), after: text(after.join('')) };
    const review = reviewFile(file, file.after);
    expect(review).toMatchObject({ state: 'modified', added: 2, removed: 2, hasConflict: false });
    const [first] = review?.hunks ?? [];
    if (first === undefined) throw new Error('no hunk');
    const undone = undoFileHunks(file, file.after, [first]);
    expect(undone.current).toEqual(text(before.with(7, 'second\n').join('')));
    expect(reviewFile(undone.file, undone.current)).toMatchObject({ added: 1, removed: 1 });
  });

  test('a last line of which the user only removed the end is undone, also by itself', () => {
    for (const end of ['\n', '\r\n']) {
      const file = { before: text(`x${end}`), after: text(`by agent${end}`) };
      const current = text(`typed${end}by agent`);
      const [hunk] = reviewFile(file, current)?.hunks ?? [];
      if (hunk === undefined) throw new Error('no hunk');
      const undone = { current: text(`typed${end}x${end}`), hasConflict: false };
      expect(undoFileHunks(file, current, [hunk])).toMatchObject(undone);
      expect(undoFile(file, current)).toMatchObject(undone);
    }
  });

  test('one in which the user typed is a conflict, and undoing leaves it', () => {
    const before = numbered(5);
    const after = before.with(2, 'by the agent\n');
    const current = text(before.with(2, 'by the agent, and by me\n').join(''));
    const file = { before: text(before.join('')), after: text(after.join('')) };
    expect(reviewFile(file, current)).toMatchObject({ hasConflict: true, hunks: [{ isConflict: true }] });
    expect(undoFile(file, current)).toEqual({ file, current, hasConflict: true });
  });

  test('one that the user changed back is none any more', () => {
    const before = text('a\nb\nc\n');
    expect(reviewFile({ before, after: text('a\nB\nc\n') }, before)).toBeUndefined();
  });

  test('a line typed right below what the agent added is no conflict', () => {
    const file = { before: text('a\nz\n'), after: text('a\nagent\nz\n') };
    expect(undoFile(file, text('a\nagent\nme\nz\n'))).toMatchObject({
      current: text('a\nme\nz\n'),
      hasConflict: false,
    });
  });
});

test('what is open is that of the text that is asked about, whatever was asked before', () => {
  fc.assert(
    fc.property(
      anyText,
      anyText,
      fc.array(anyText, { minLength: 2, maxLength: 4 }),
      (before, after, texts) => {
        const file: ChangedFile = { before: text(before), after: text(after) };
        for (const current of [after, ...texts, after, ...texts]) {
          const anew = reviewFile({ ...file }, text(current));
          expect(reviewFile(file, text(current))).toEqual(anew);
        }
      },
    ),
  );
});

describe('whole files', () => {
  test('undoing a new file deletes it, unless the user changed it since', () => {
    const file = { before: absent, after: text('new\n') };
    expect(reviewFile(file, file.after)).toMatchObject({ state: 'created', added: 1, removed: 0 });
    expect(undoFile(file, file.after).current).toEqual(absent);
    expect(undoFile(file, text('mine\n'))).toMatchObject({ current: text('mine\n'), hasConflict: true });
  });

  const lines = (end: number) => ({ start: 0, end });
  const modes = { before: '100644', after: '100755' };

  test.each<[string, ChangedFile, number, number]>([
    ['a new file', { before: absent, after: text('a\nb\n') }, 0, 2],
    ['an empty new file', { before: absent, after: text('') }, 0, 0],
    ['a deleted file', { before: text('a\nb'), after: absent }, 2, 0],
    ['a text that became bytes', { before: text('a\n'), after: { kind: 'bytes', hash: '1' } }, 1, 0],
    ['bytes that became a text', { before: { kind: 'bytes', hash: '1' }, after: text('a\n') }, 0, 1],
    ['a file with other modes', { before: text('a\n'), after: text('a\n'), modes }, 1, 1],
  ])('%s is one change of all its lines', (_name, file, before, after) => {
    const hunk = { before: lines(before), after: lines(after), current: lines(after), isConflict: false };
    expect(reviewFile(file, file.after)).toMatchObject({ isWhole: true, hunks: [hunk], hasConflict: false });
  });

  test.each([
    ['edited', ['a\n', 'mine\n', 'c\n']],
    ['inserted', ['a\n', 'b\n', 'mine\n', 'c\n']],
    ['appended', ['a\n', 'b\n', 'c\n', 'mine\n']],
  ])('a line of a new file that the user has %s is left, and reported', (_how, current) => {
    const file = { before: absent, after: text('a\nb\nc\n') };
    const now = text(current.join(''));
    expect(reviewFile(file, now)).toMatchObject({
      isWhole: true,
      hunks: [{ current: lines(current.length), isConflict: true }],
    });
    expect(undoFile(file, now)).toMatchObject({ current: text('mine\n'), hasConflict: true });
    // So it is after the agent has written the file again.
    const again = text(`${current.join('')}more\n`);
    const changed = agentWrote(file, now, again);
    expect(reviewFile(changed, again)).toMatchObject({
      added: current.length,
      removed: 0,
      hasConflict: true,
    });
    expect(undoFile(changed, again)).toMatchObject({ current: text('mine\n'), hasConflict: true });
  });

  test.each([
    ['deleted lines', 'a\nb\nc\n', 'a\n'],
    ['ended the last line', 'a\nb', 'a\nb\n'],
    ['deleted all', 'a\n', ''],
  ])(
    'a new file in which the user has only %s is deleted, also after the next write',
    (_what, after, now) => {
      const file = { before: absent, after: text(after) };
      const gone = { current: absent, hasConflict: false };
      expect(undoFile(file, text(now))).toMatchObject(gone);
      const again = text(`${now}more\n`);
      expect(undoFile(agentWrote(file, text(now), again), again)).toMatchObject(gone);
    },
  );

  test('a file that was and is a text is no whole, also where nothing of it is left', () => {
    expect(reviewFile({ before: text('a\n'), after: text('') }, text(''))).toMatchObject({ isWhole: false });
  });

  test('undoing a deletion restores the file, unless the user made another', () => {
    const file = { before: text('old\n'), after: absent };
    expect(reviewFile(file, absent)).toMatchObject({ state: 'deleted', added: 0, removed: 1 });
    expect(undoFile(file, absent).current).toEqual(text('old\n'));
    expect(undoFile(file, text('other\n'))).toMatchObject({ current: text('other\n'), hasConflict: true });
  });

  test('bytes are restored as a whole', () => {
    const file: ChangedFile = { before: { kind: 'bytes', hash: '1' }, after: { kind: 'bytes', hash: '2' } };
    expect(undoFile(file, file.after).current).toEqual(file.before);
    expect(undoFile(file, { kind: 'bytes', hash: '3' }).hasConflict).toBe(true);
  });
});

describe('an agent that writes again', () => {
  test('what the user changed meanwhile stays when all is undone', () => {
    fc.assert(
      fc.property(apart, ({ before, after, current, user }) => {
        const again = `${current}more by the agent\n`;
        const file = agentWrote({ before: text(before), after: text(after) }, text(current), text(again));
        expect(undoFile(file, text(again)).current).toEqual(text(user));
      }),
    );
  });

  /** Twelve lines of the agent's between two of the user's, and what Undo All must leave of them. */
  const block = ['a\n', ...numbered(12), 'z\n'];
  const cases: readonly [string, readonly string[], readonly string[]][] = [
    ['edits a line inside', block.with(5, 'mine\n'), ['mine\n']],
    ['edits the first line', block.with(1, 'mine\n'), ['mine\n']],
    ['edits the last line', block.with(12, 'mine\n'), ['mine\n']],
    ['inserts a line inside', block.toSpliced(5, 0, 'mine\n'), ['mine\n']],
    ['joins two lines', block.toSpliced(5, 2, 'mine\n'), ['mine\n']],
    ['splits a line', block.toSpliced(5, 1, 'mine 1\n', 'mine 2\n'), ['mine 1\n', 'mine 2\n']],
    ['deletes a line inside', block.toSpliced(5, 1), []],
    ['edits two lines', block.with(3, 'mine 1\n').with(9, 'mine 2\n'), ['mine 1\n', 'mine 2\n']],
  ];

  test.each(cases)('the rest of its block stays open where the user %s', (_name, now, mine) => {
    for (const end of ['\n', '\r\n', 'none']) {
      const as = (lines: readonly string[]): FileState => {
        const joined = lines.join('');
        return text(end === 'none' ? joined.slice(0, -1) : joined.replaceAll('\n', end));
      };
      const file = { before: as(['a\n', 'z\n']), after: as(block) };
      const left = as(['a\n', ...mine, 'z\n']);
      expect(undoFile(file, as(now))).toMatchObject({ current: left, hasConflict: mine.length > 0 });
      // The agent then changes another line, or the line itself again.
      const again = as(now.with(0, 'A\n'));
      const changed = agentWrote(file, as(now), again);
      expect(reviewFile(changed, again)?.added).toBe(now.length - 2 - mine.length + 1);
      expect(undoFile(changed, again)).toMatchObject({ current: left, hasConflict: mine.length > 0 });
      const rewritten = as(now.map((each) => each.replace('mine', 'rewritten')));
      expect(undoFile(agentWrote(file, as(now), rewritten), rewritten).current).toEqual(left);
    }
  });

  test('of lines that it replaced, those beside the user’s are not restored, and all others are', () => {
    const replaced = agentWrote(
      { before: text('a\nb\nc\nd\n'), after: text('A\nB\nC\nD\n') },
      text('A\nme\nC\nD\n'),
      text('A\nme\nC\nD\nmore\n'),
    );
    expect(undoFile(replaced, replaced.after)).toMatchObject({
      current: text('a\nme\nc\nd\n'),
      hasConflict: true,
    });
    const shortened = { before: text('a\nb\nc\nd\n'), after: text('X\n') };
    expect(undoFile(shortened, text('me\n'))).toMatchObject({
      current: text('me\nb\nc\nd\n'),
      hasConflict: true,
    });
  });

  test('an edit over the border of two hunks belongs to the user, and the rest of both stays open', () => {
    const before = numbered(8);
    const after = before.toSpliced(5, 0, 'three\n', 'four\n').toSpliced(4, 0, 'one\n', 'two\n');
    const now = after.toSpliced(5, 3, 'mine\n').join('');
    const file = agentWrote(
      { before: text(before.join('')), after: text(after.join('')) },
      text(now),
      text(`${now}more\n`),
    );
    expect(reviewFile(file, text(`${now}more\n`))).toMatchObject({ added: 3, removed: 0 });
    expect(undoFile(file, text(`${now}more\n`)).current).toEqual(text(before.with(4, 'mine\n').join('')));
  });

  test('whoever wrote a line last: the agent’s are open, the user’s are left, over any number of rounds', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.array(anyEdit, { maxLength: 30 }), (isNew, edits) => {
        const run = new Rounds(isNew);
        for (const edit of edits) {
          run.apply(edit);
          run.check();
        }
      }),
    );
  });
});

const anyEdit = fc.record({
  by: fc.constantFrom('agent', 'user'),
  how: fc.constantFrom('insert', 'replace', 'delete', 'keep', 'undo', 'store'),
  at: fc.nat(40),
  removed: fc.integer({ min: 1, max: 3 }),
  added: fc.integer({ min: 1, max: 12 }),
});
type Edit = typeof anyEdit extends fc.Arbitrary<infer T> ? T : never;

/** A file in which each line is known to be there before, the agent's, kept, or the user's. */
class Rounds {
  readonly #before: readonly string[];
  #file: ChangedFile;
  #lines: readonly { readonly text: string; readonly by: 'before' | 'agent' | 'kept' | 'user' }[];
  #count = 0;

  constructor(isNew: boolean) {
    this.#before = isNew ? [] : numbered(6);
    this.#lines = this.#before.map((line) => ({ text: line, by: 'before' }));
    const before = isNew ? absent : text(this.#before.join(''));
    this.#file = { before, after: before };
  }

  get #now(): FileState {
    const joined = this.#lines.map((line) => line.text).join('');
    return joined === '' && this.#file.before.kind === 'absent' && this.#file.after.kind === 'absent'
      ? absent
      : text(joined);
  }

  apply({ by, how, at, removed, added }: Edit): void {
    const now = this.#now;
    if (how === 'store') {
      const stored = changedFiles.parse(JSON.parse(JSON.stringify([['/w/a.txt', this.#file]])));
      this.#file = new Map(stored).get('/w/a.txt') ?? this.#file;
    } else if (how === 'keep' || how === 'undo') {
      const hunks = reviewFile(this.#file, now)?.hunks ?? [];
      const hunk = hunks[at % Math.max(1, hunks.length)];
      if (hunk === undefined) return;
      if (how === 'undo') {
        const undone = undoFileHunks(this.#file, now, [hunk]);
        this.#file = undone.file;
        this.#adopt(undone.current);
        return;
      }
      this.#file = keepFileHunks(this.#file, now, [hunk]);
      const isKept = (index: number): boolean => index >= hunk.current.start && index < hunk.current.end;
      this.#lines = this.#lines.map((line, index) =>
        line.by === 'agent' && isKept(index) ? { ...line, by: 'kept' } : line,
      );
    } else if (by === 'agent' || now.kind === 'text') {
      const place = at % (this.#lines.length + 1);
      const lines = Array.from({ length: how === 'delete' ? 0 : added }, () => ({
        text: `${by} ${this.#count++}\n`,
        by,
      }));
      this.#lines = this.#lines.toSpliced(place, how === 'insert' ? 0 : removed, ...lines);
      if (by === 'agent') {
        const joined = text(this.#lines.map((line) => line.text).join(''));
        this.#file = agentWrote(this.#file, now, joined);
      }
    }
  }

  /** After an undo a line that is not there now was there before. */
  #adopt(current: FileState): void {
    const known = new Map(this.#lines.map((line) => [line.text, line]));
    const lines = current.kind === 'text' ? splitLines(current.text) : [];
    this.#lines = lines.map(
      (line) => known.get(line) ?? { text: line, by: line.startsWith('user') ? 'user' : 'before' },
    );
  }

  check(): void {
    const now = this.#now;
    const review = reviewFile(this.#file, now);
    const isOpen = (index: number): boolean =>
      review?.hunks.some(({ current: { start, end } }) => start <= index && index < end) === true;
    for (const [index, { text: line, by }] of this.#lines.entries()) {
      if (by === 'agent' && !isOpen(index)) throw new Error(`not open: ${line}`);
    }
    const undone = undoFile(this.#file, now).current;
    const left = undone.kind === 'text' ? splitLines(undone.text) : [];
    const mine = this.#lines.filter(({ by }) => by === 'user' || by === 'kept').map((line) => line.text);
    expect(left.filter((line) => mine.includes(line))).toEqual(mine);
    const agents = new Set(this.#lines.filter(({ by }) => by === 'agent').map((line) => line.text));
    expect(left.filter((line) => agents.has(line))).toEqual([]);
  }
}

function typedAt(typed: readonly { readonly at: number; readonly line: string }[], place: number): string[] {
  return typed.filter(({ at }) => at === place).map(({ line: words }) => words);
}
