// Anchors of comments: their code is found again where it moved to, and said to be gone where it changed.
import { expect, test } from 'vitest';
import {
  AnchorSearch,
  type AnchorPlace,
} from '../../../../../src/features/changes/core/review/anchorSearch.ts';
import { anchorAt, type CodeAnchor } from '../../../../../src/features/changes/core/review/codeAnchor.ts';
import { startProcessorTimer } from '../../../../support/clock.ts';

function locateAnchor(anchor: CodeAnchor, text: string): AnchorPlace {
  return new AnchorSearch(text).locate(anchor);
}

const text = 'a\nb\nc\n\nd\n';
const at = (start: number, end: number) => anchorAt(text, { start, end });

test('an anchor has the code of its lines, and stays within the text', () => {
  expect(at(1, 3)).toEqual({ start: 1, end: 3, code: 'b\nc' });
  expect(at(40, 41)).toEqual({ start: 5, end: 6, code: '' });
  expect(anchorAt('', { start: 0, end: 1 })).toEqual({ start: 0, end: 1, code: '' });
});

test.each([
  ['where it was', text, { start: 1, end: 3, isStale: false }],
  ['further down', `x\ny\n${text}`, { start: 3, end: 5, isStale: false }],
  ['further up', 'b\nc\n', { start: 0, end: 2, isStale: false }],
  ['with other line ends', text.replaceAll('\n', '\r\n'), { start: 1, end: 3, isStale: false }],
  ['changed', 'a\nb\nC\n', { start: 1, end: 3, isStale: true }],
  ['gone', 'q', { start: 0, end: 1, isStale: true }],
  ['in an empty file', '', { start: 0, end: 1, isStale: true }],
])('code is located: %s', (_name, now, place) => {
  expect(locateAnchor(at(1, 3), now)).toEqual(place);
});

test('of several places with the same code the nearest is it', () => {
  const anchor = { start: 4, end: 5, code: 'x' };
  expect(locateAnchor(anchor, 'x\n1\n2\n3\n4\n5\nx\n').start).toBe(6);
  expect(locateAnchor(anchor, '0\n1\nx\n3\n4\n5\n6\n7\nx\n').start).toBe(2);
});

test('a blank line is nowhere else', () => {
  expect(locateAnchor(at(3, 4), 'a\n\nb\nc\nd\n').isStale).toBe(true);
});

test('code that is too long is cut, and found by what is left of it', () => {
  const long = Array.from({ length: 5_000 }, (_, index) => `line ${index}`).join('\n');
  const anchor = anchorAt(long, { start: 10, end: 4_000 });
  expect(anchor.isCut).toBe(true);
  expect(anchor.code.length).toBeLessThanOrEqual(10_000);
  expect(locateAnchor(anchor, `new\n${long}`)).toEqual({ start: 11, end: 4_001, isStale: false });
  const wide = `${'y'.repeat(50_000)}\nz\n`;
  expect(locateAnchor(anchorAt(wide, { start: 0, end: 1 }), `new\n${wide}`).start).toBe(1);
});

test('code of several lines is found by all of them, and the nearest of it first', () => {
  const block = '{\n  same\n  mine\n}\n';
  const now = `${'{\n  same\n  other\n}\n'.repeat(50)}${block}${'{\n}\n'.repeat(20)}${block}`;
  expect(locateAnchor(anchorAt(block, { start: 0, end: 4 }), now)).toMatchObject({ start: 200, end: 204 });
  const last = { ...anchorAt(block, { start: 0, end: 4 }), start: 230, end: 234 };
  expect(locateAnchor(last, now)).toEqual({ start: 244, end: 248, isStale: false });
  expect(locateAnchor({ start: 9, end: 11, code: 'b\nc' }, 'b\nx\nc\nb\n')).toMatchObject({ isStale: true });
});

test('500 comments in a large file are located at once, where their code is, has moved and is gone', () => {
  const lines = Array.from({ length: 50_000 }, (_, index) => `line ${index} ${'x'.repeat(40)}`);
  const anchors = Array.from({ length: 500 }, (_, index) => {
    const [start, end] = [index * 90, index * 90 + 2];
    return { start, end, code: lines.slice(start, end).join('\n') };
  });
  const usedMs = startProcessorTimer();
  for (const [text, moved] of [
    [lines.join('\n'), 0],
    [`new\n${lines.join('\n')}`, 1],
  ] as const) {
    const search = new AnchorSearch(text);
    for (const anchor of anchors) expect(search.locate(anchor).start).toBe(anchor.start + moved);
  }
  const changed = new AnchorSearch(lines.map((line) => `${line}!`).join('\n'));
  for (const anchor of anchors) expect(changed.locate(anchor).isStale).toBe(true);
  // Each of the three took six seconds when every comment read the text anew.
  expect(usedMs()).toBeLessThan(3_000);
});

test('code of equal lines in a file of equal lines ends the search', () => {
  const equal = new AnchorSearch('a\n'.repeat(500_000));
  const usedMs = startProcessorTimer();
  const code = `${'b\n'.repeat(10)}${'a\n'.repeat(4_900)}a`;
  expect(equal.locate({ start: 250_000, end: 254_911, code }).isStale).toBe(true);
  const often = new AnchorSearch(`${'a\n'.repeat(4_000)}b\n`.repeat(100));
  const other = `${'a\n'.repeat(3_999)}c\nb`;
  expect(often.locate({ start: 200_000, end: 204_001, code: other.replace('c', 'a') }).isStale).toBe(false);
  expect(often.locate({ start: 200_000, end: 204_001, code: other }).isStale).toBe(true);
  expect(usedMs()).toBeLessThan(3_000);
});
