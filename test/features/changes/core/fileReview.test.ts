// One file that an agent changed: hunks, keeping, undoing, and what the user typed since.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  agentWrote,
  keepFileHunk,
  reviewFile,
  undoFile,
  undoFileHunk,
  withoutAgentChanges,
  type ChangedFile,
} from '../../../../src/features/changes/core/fileReview.ts';
import { absent, type FileState } from '../../../../src/core/changes/fileState.ts';
import { joinLines, splitLines } from '../../../../src/core/changes/lines.ts';
import { hunksOf, keepHunk, undoHunk, type ThreeTexts } from '../../../../src/core/changes/threeWay.ts';

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
          const next = keeps[turn++ % keeps.length] === true ? keepHunk(now, hunk) : undoHunk(now, hunk);
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
          file = keepFileHunk(file, text(after), hunk);
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
    const undone = undoFileHunk(file, file.after, first);
    expect(undone.current).toEqual(text(before.with(7, 'second\n').join('')));
    expect(reviewFile(undone.file, undone.current)).toMatchObject({ added: 1, removed: 1 });
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

describe('whole files', () => {
  test('undoing a new file deletes it, unless the user changed it since', () => {
    const file = { before: absent, after: text('new\n') };
    expect(reviewFile(file, file.after)).toMatchObject({ state: 'created', added: 1, removed: 0 });
    expect(undoFile(file, file.after).current).toEqual(absent);
    expect(undoFile(file, text('new\nmine\n'))).toMatchObject({
      current: text('new\nmine\n'),
      hasConflict: true,
    });
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

  test('what the user typed into a new file belongs to its only change, which is not undone then', () => {
    const review = reviewFile({ before: absent, after: text('a\n') }, text('a\nmine\n'));
    expect(review).toMatchObject({ isWhole: true, hunks: [{ current: lines(2), isConflict: true }] });
  });

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

  test('a line of its own that the user rewrote counts as the user’s', () => {
    const file = agentWrote(
      { before: text('a\nb\nc\n'), after: text('a\nagent\nc\n') },
      text('a\nme\nc\n'),
      text('a\nme\nc\nmore\n'),
    );
    expect(undoFile(file, text('a\nme\nc\nmore\n')).current).toEqual(text('a\nme\nc\n'));
  });
});

function typedAt(typed: readonly { readonly at: number; readonly line: string }[], place: number): string[] {
  return typed.filter(({ at }) => at === place).map(({ line: words }) => words);
}
