// Where a long answer is cut into rows: where blocks may end outside code, and never elsewhere when it grows.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { partAnswer, type PartedAnswer } from '../../../../webview/panel/transcript/answerParts.ts';

const partsOf = (text: string): readonly string[] => {
  const { starts } = partAnswer(text, undefined);
  return starts.map((start, index) => text.slice(start, starts[index + 1]));
};
const line = 'Some words that are a line of the answer, more or less.\n';
const paragraph = `${line.repeat(6)}\n`;

describe('A long answer', () => {
  test('is cut between paragraphs', () => {
    const parts = partsOf(paragraph.repeat(30));
    expect(parts.length).toBeGreaterThan(5);
    for (const part of parts) expect(part.startsWith(line) && part.endsWith('\n\n')).toBe(true);
  });

  test('is not cut inside code', () => {
    for (const fence of ['```', '~~~~']) {
      const code = `${fence}ts\n${`const a = 1;\n\n`.repeat(400)}${fence}\n\n`;
      const [first, second, third] = partsOf(`${code}${code}The end.`);
      expect(first).toBe(code);
      expect(second).toBe(code);
      expect(third).toBe('The end.');
    }
  });

  test('is not cut where another fence stands inside code', () => {
    const code = `\`\`\`\`md\n${'```\n\nwords\n\n'.repeat(301)}\`\`\`\`\n\n`;
    expect(partsOf(`${code}The end.`)).toEqual([code, 'The end.']);
  });

  test('without a blank line is one part', () => {
    expect(partsOf(line.repeat(100))).toHaveLength(1);
  });

  test.each([
    ['headings', '# A heading of some words\n'],
    ['items', '- An item of a list with words\n'],
    ['numbered items', '1. An item of a list with words\n'],
    ['underlined headings', 'A heading\n=========\n'],
    ['code', '```ts\nconst a = 1;\n```\n'],
  ])('of %s without a blank line is cut between them', (_name, block) => {
    const parts = partsOf(block.repeat(400));
    expect(parts.length).toBeGreaterThan(5);
    for (const part of parts) expect(part.startsWith(block) && part.endsWith(block)).toBe(true);
  });

  test('is not cut at what looks like a heading or an item inside code', () => {
    const code = `\`\`\`\n${'# no heading\n- no item\n===\n'.repeat(100)}\`\`\`\n`;
    expect(partsOf(`${code}The end.`)).toEqual([code, 'The end.']);
  });

  test('has no empty last part', () => {
    expect(partsOf(paragraph.repeat(4)).at(-1)).not.toBe('');
  });

  test('is cut at the same places however it grows', () => {
    const piece = fc.constantFrom(
      paragraph,
      line,
      '\n',
      '```\n',
      '~~~ts\n',
      '  ',
      'a',
      '`',
      '\n\n',
      '````\n',
      '# ',
      '- ',
      '1. ',
      '===',
      '---\n',
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 120 }),
        fc.array(fc.nat(), { maxLength: 6 }),
        (pieces, cuts) => {
          const text = pieces.join('');
          const lengths = cuts.map((cut) => cut % (text.length + 1)).toSorted((a, b) => a - b);
          let grown: PartedAnswer | undefined;
          for (const length of lengths) grown = partAnswer(text.slice(0, length), grown);
          expect(partAnswer(text, grown)).toEqual(partAnswer(text, undefined));
        },
      ),
    );
  });

  test('starts over when it is another text', () => {
    const before = partAnswer(paragraph.repeat(30), undefined);
    const other = `Other.\n\n${paragraph.repeat(20)}`;
    expect(partAnswer(other, before)).toEqual(partAnswer(other, undefined));
  });
});
