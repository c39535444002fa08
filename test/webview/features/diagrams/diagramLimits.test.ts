// Which diagrams are drawn, and which ones would keep the panel from answering.
import { expect, test } from 'vitest';
import { checkSize, reasonNotToDraw } from '../../../../webview/features/diagrams/diagramLimits.ts';

const TOO_LARGE = 'It is too large.';

function lines(first: string, count: number, line: (index: number) => string): string {
  return [first, ...Array.from({ length: count }, (_, index) => line(index))].join('\n');
}

test.each([
  ['a few edges', 'flowchart LR\n a --> b\n b --> c'],
  ['as many statements as are laid out in time', lines('stateDiagram-v2', 299, (index) => `a --> s${index}`)],
  ['comments and blank lines, which are not laid out', lines('flowchart LR', 900, () => '\n%% nothing')],
  ['a long label', `flowchart LR\n a["${'word '.repeat(390)}"] --> b`],
  ['blocks with gaps', 'block\n columns 3\n a space:2 b\n space:90 c'],
  ['a packet', 'packet\n0-15: "Source Port"\n+1024: "Data"'],
  ['sets', lines('venn-beta', 19, (index) => `set A${index}`)],
  ['numbers that are texts', 'flowchart LR\n a["space:1000000"] --> b["0-100000000: packet"]'],
])('drawn: %s', (_what, code) => {
  expect(reasonNotToDraw(code)).toBeUndefined();
});

test.each([
  ['more statements', lines('stateDiagram-v2', 300, (index) => `a --> s${index}`)],
  ['the same on fewer lines', lines('flowchart LR', 101, (index) => `a --> b${index}; b --> c; c --> d`)],
  ['a longer line', `xychart\n x-axis [${'a,'.repeat(1_000)}b]`],
  ['millions of blocks', 'block\n columns 3\n a space:5000000 b'],
  ['the same in parts', lines('block-beta', 3, () => 'space:50 a')],
  ['thousands of rows', '---\ntitle: a\n---\npacket-beta\n0-99999: "Data"'],
  ['the same by its length', 'packet\n+100000000: "Data"'],
  ['each set with every other', lines('venn-beta', 40, (index) => `set A${index}`)],
])('too large: %s', (_what, code) => {
  expect(reasonNotToDraw(code)).toBe(TOO_LARGE);
});

test('a text that is too long says how long it may be', () => {
  expect(reasonNotToDraw(`flowchart LR\n${'a --> b\n'.repeat(3_000)}`)).toBe(
    'It has more than 20,000 characters.',
  );
});

test('a picture of any size that can be scrolled through is shown', () => {
  expect(() => checkSize(50_000, 1)).not.toThrow();
  expect(() => checkSize(1_000, 50_001)).toThrow(TOO_LARGE);
  expect(() => checkSize(1e9, 1e9)).toThrow(TOO_LARGE);
  expect(() => checkSize(0, 10)).toThrow('It is empty.');
  expect(() => checkSize(Number.NaN, 10)).toThrow('It is empty.');
});
