// Growing markdown as blocks: the same blocks however the text arrives, at a cost that follows what is new.
import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import Markdown from 'react-markdown';
import { expect, test } from 'vitest';
import { IncrementalMarkdown } from '../../../../webview/markdown/blocks/incrementalMarkdown.ts';
import { gfm } from '../../../../webview/markdown/gfm.ts';
import { markdownBlocks, type MarkdownBlock } from '../../../../webview/markdown/markdownDocument.ts';
import { cpuTimeOf } from '../markdownCpuTime.ts';
import { isFullRun, propertyRuns } from '../../../support/cases/fullRun.ts';

function blocksOf(text: string, streaming = false): readonly MarkdownBlock[] {
  return new IncrementalMarkdown('').update(text, streaming);
}

function kindsOf(text: string): readonly (readonly [string, string])[] {
  return blocksOf(text).map(({ kind, raw }) => [kind, raw] as const);
}

const line = fc.oneof(
  fc.constantFrom(
    '',
    '',
    '',
    'text',
    'more text',
    '# h',
    '## ',
    '- a',
    '- b',
    '* c',
    '1. one',
    '2. two',
    '3) x',
    '-',
    '***',
    '---',
    '===',
    '> q',
    '> - x',
    '>',
    '```',
    '```js',
    '~~~',
    '| a | b |',
    '|---|---|',
    '| c | d |',
    '--|--',
    '<div>',
    '</div>',
    '<!-- c',
    '-->',
    '<pre>',
    '[foo]: /u',
    '[bar]: <x> "t"',
    '[foo] [bar]',
    '[^1]: note',
    'a [^1]',
    '    code',
    '  two',
    '   three',
    '\ttab',
    '- [ ] task',
    '  - nested',
    '  1. nested',
    '   ```',
    '$$',
    '\\[',
    'x \\]',
    'a $$ b',
  ),
  fc.string(),
);
const ending = fc.constantFrom('\n', '\n', '\r\n', '\r');
const markdownText = fc
  .array(fc.tuple(line, ending), { maxLength: 40 })
  .map((lines) => lines.flat().join(''));

test('any way to cut a text gives the blocks of the whole text', () => {
  fc.assert(
    fc.property(markdownText, fc.array(fc.nat({ max: 12 }), { maxLength: 60 }), (text, sizes) => {
      const growing = new IncrementalMarkdown('');
      let length = 0;
      for (const size of sizes) {
        length += size;
        const shown = text.slice(0, length);
        const blocks = growing.update(shown, true);
        expect(blocks).toEqual(blocksOf(shown, true));
        expect(blocks.map(({ raw }) => raw).join('')).toBe(shown);
      }
      expect(growing.update(text, false)).toEqual(blocksOf(text));
    }),
    propertyRuns(500),
  );
});

test('keys are unique, and a complete block followed by another stays the same object', () => {
  fc.assert(
    fc.property(markdownText, fc.integer({ min: 1, max: 20 }), (text, step) => {
      const growing = new IncrementalMarkdown('');
      let before: readonly MarkdownBlock[] = [];
      for (let length = step; length < text.length + step; length += step) {
        const blocks = growing.update(text.slice(0, length), true);
        expect(new Set(blocks.map(({ key }) => key)).size).toBe(blocks.length);
        // The last two may still change: the line being written can continue the block before it.
        for (const block of before.slice(0, -2)) {
          const now = blocks.find(({ key }) => key === block.key);
          if (now?.context === block.context) expect(now).toBe(block);
          else expect(now).toMatchObject({ raw: block.raw, kind: block.kind });
        }
        before = blocks;
      }
    }),
    propertyRuns(300),
  );
});

test('a text that does not continue the one before starts over', () => {
  const growing = new IncrementalMarkdown('');
  growing.update('# One\n\ntext', true);
  expect(growing.update('```\nother\n```\n', false)).toEqual(blocksOf('```\nother\n```\n'));
});

test('the same text gives the same array', () => {
  const first = markdownBlocks('entry-1', '# a\n\nb', true);
  expect(markdownBlocks('entry-1', '# a\n\nb', true)).toBe(first);
  expect(markdownBlocks('entry-2', '# a\n\nb', true).map(({ key }) => key)).not.toContain(first[0]?.key);
});

test('only the last block of a streamed text is incomplete, and none when it ended', () => {
  expect(blocksOf('# a\n\nb\n\nc', true).map(({ complete }) => complete)).toEqual([true, true, false]);
  expect(blocksOf('# a\n\nb\n\nc').map(({ complete }) => complete)).toEqual([true, true, true]);
  expect(blocksOf('```\na\n', true).at(-1)?.complete).toBe(false);
  expect(blocksOf('```\na\n```\n', true).at(-1)?.complete).toBe(true);
});

test.each<[string, string, readonly (readonly [string, string])[]]>([
  [
    'a setext heading',
    'a\nb\n===\nc',
    [
      ['heading', 'a\nb\n===\n'],
      ['paragraph', 'c'],
    ],
  ],
  [
    'a lazy quote',
    '> a\nb\n\nc',
    [
      ['quote', '> a\nb\n\n'],
      ['paragraph', 'c'],
    ],
  ],
  [
    'a lazy list item',
    '- a\nb\n- c\n\nd',
    [
      ['list', '- a\nb\n- c\n\n'],
      ['paragraph', 'd'],
    ],
  ],
  [
    'code in a list',
    '- a\n\n  ```\n  # b\n  ```\n# c',
    [
      ['list', '- a\n\n  ```\n  # b\n  ```\n'],
      ['heading', '# c'],
    ],
  ],
  [
    'a fence with blank lines',
    '```\na\n\n# b\n```\nc',
    [
      ['code', '```\na\n\n# b\n```\n'],
      ['paragraph', 'c'],
    ],
  ],
  [
    'an indented code block',
    '    a\n\n    b\nc',
    [
      ['code', '    a\n\n    b\n'],
      ['paragraph', 'c'],
    ],
  ],
  [
    'a table below text',
    'a\n| b |\n|---|\n| c |\n',
    [
      ['paragraph', 'a\n'],
      ['table', '| b |\n|---|\n| c |\n'],
    ],
  ],
  [
    'html',
    '<div>\n# a\n\nb',
    [
      ['html', '<div>\n# a\n\n'],
      ['paragraph', 'b'],
    ],
  ],
  [
    'a comment with blank lines',
    '<!--\n\n# a\n-->\nb',
    [
      ['html', '<!--\n\n# a\n-->\n'],
      ['paragraph', 'b'],
    ],
  ],
  [
    'carriage returns',
    'a\r\n\r\nb\r\rc',
    [
      ['paragraph', 'a\r\n\r\n'],
      ['paragraph', 'b\r\r'],
      ['paragraph', 'c'],
    ],
  ],
  [
    'a formula that looks like other blocks',
    'So\n$$\na\n=\n- b\n# c\n$$ holds\n- d',
    [
      ['paragraph', 'So\n$$\na\n=\n- b\n# c\n$$ holds\n'],
      ['list', '- d'],
    ],
  ],
  [
    'a formula that does not end',
    '\\[\n- a\n\n- b',
    [
      ['paragraph', '\\[\n- a\n\n'],
      ['list', '- b'],
    ],
  ],
  [
    'two lists',
    '- a\n\n1. b\n',
    [
      ['list', '- a\n\n'],
      ['list', '1. b\n'],
    ],
  ],
  [
    'a rule between lists',
    '* a\n* * *\n* b',
    [
      ['list', '* a\n'],
      ['rule', '* * *\n'],
      ['list', '* b'],
    ],
  ],
])('%s', (_, text, blocks) => {
  expect(kindsOf(text)).toEqual(blocks);
});

test('a long list is cut between items and goes on counting', () => {
  const text = Array.from({ length: 40 }, () => '1. item\n').join('');
  const blocks = blocksOf(text);
  expect(blocks.map(({ kind, listStart }) => [kind, listStart])).toEqual([
    ['list', undefined],
    ['list', 17],
    ['list', 33],
  ]);
});

test('a definition reaches blocks before and after it, and no other changes', () => {
  const growing = new IncrementalMarkdown('');
  const before = growing.update('see [Foo]\n\nplain [x](y)\n\n', true);
  const after = growing.update('see [Foo]\n\nplain [x](y)\n\n[foo]: /url\n\nand [foo] again\n\nend', true);
  expect(after.map(({ context }) => context)).toEqual(['[foo]: /url\n\n', '', '', '[foo]: /url\n\n', '']);
  expect(after[1]).toBe(before[1]);
});

test('a definition at the end of the text counts once the text has ended', () => {
  expect(blocksOf('[a]\n\n[a]: /u', true)[0]?.context).toBe('');
  expect(blocksOf('[a]\n\n[a]: /u')[0]?.context).toBe('[a]: /u\n\n');
  const growing = new IncrementalMarkdown('');
  growing.update('[a]\n\n[a]: /u', false);
  expect(growing.update('[a]\n\n[a]: /u2\n\nx', true)).toEqual(blocksOf('[a]\n\n[a]: /u2\n\nx', true));
});

/** The HTML of markdown texts, one after the other, without line breaks between elements. */
function html(texts: readonly string[]): string {
  return texts
    .map((text) => renderToStaticMarkup(createElement(Markdown, { remarkPlugins: [gfm] }, text)))
    .join('\n')
    .replace(/<link rel="preload"[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .replace(/> | </g, (edge) => edge.trim())
    .trim();
}

const words = fc.constantFrom(
  'some text',
  '**bold** and `code`',
  'a [link](https://example.com)',
  '~~gone~~ [ref]',
);
const part = fc.oneof(
  words,
  fc.tuple(words, words).map((lines) => lines.join('\n')),
  fc.tuple(fc.constantFrom('#', '##', '######'), words).map((parts) => parts.join(' ')),
  words.map((text) => `${text.replaceAll('\n', ' ')}\n---`),
  fc.array(words, { minLength: 1, maxLength: 5 }).map((items) => items.map((item) => `- ${item}`).join('\n')),
  fc
    .array(words, { minLength: 1, maxLength: 5 })
    .map((items) => items.map((item) => `* ${item}\n`).join('\n')),
  fc
    .array(words, { minLength: 1, maxLength: 5 })
    .map((items) => items.map((item, n) => `${n + 1}. ${item}`).join('\n')),
  words.map(
    (text) =>
      `1. ${text}\n   - ${text}\n\n     ${text}\n\n   \`\`\`js\n   # no heading\n\n   - no list\n   \`\`\`\n2. ${text}`,
  ),
  words.map((text) => `- [x] ${text}\n- [ ] ${text}`),
  words.map((text) => `> ${text}\n> - ${text}\n${text}`),
  words.map((text) => `\`\`\`ts\n${text}\n\n# ${text}\n    - ${text}\n\`\`\``),
  words.map((text) => `~~~~\n\`\`\`\n${text}\n~~~\n~~~~`),
  words.map((text) => `    ${text}\n\n    ${text}`),
  words.map((text) => `| a | b |\n|:--|--:|\n| ${text} | \\| |\n| x |`),
  words.map((text) => `<details>\n<summary>${text}</summary>\n\n${text}\n\n</details>`),
  fc.constantFrom('***', '[ref]: https://example.com/ref "Title"', '<!-- a\n\nb -->', '![alt](image.png)'),
);
const document = fc
  .array(fc.tuple(part, fc.constantFrom('\n\n', '\n\n\n')), { maxLength: 12 })
  .map((parts) => parts.flat().join(''));

test('blocks drawn one by one look like the whole text drawn at once', () => {
  fc.assert(
    fc.property(document, (text) => {
      const apart = blocksOf(text).map(({ raw, context }) => context + raw);
      expect(html(apart)).toBe(html([text]));
    }),
    propertyRuns(300),
  );
});

test('the work of an update does not grow with the text', () => {
  const growing = new IncrementalMarkdown('');
  let text = '';
  const stream = (parts: number): number =>
    cpuTimeOf(() => {
      for (let part = 0; part < parts; part++) {
        text += `## Part\n\nSome **text** and a [link](x).\n\n- one\n- two\n\n\`\`\`ts\nconst a = 1;\n\`\`\`\n\n`;
        growing.update(text, true);
      }
    });
  stream(2_000);
  // Comparing and copying the text itself grows with it, but is far below a frame (16 ms).
  expect(stream(100) / 100).toBeLessThan(4);
});

/** The full run reads more, which shows what grows with the square of the text. */
const PIECES = isFullRun ? 10_000 : 4_000;

test.each<[string, (index: number) => string]>([
  ['lines of an open fence', (index) => (index === 0 ? '```\n' : `line ${index} of code\n`)],
  ['items of a list', (index) => `- item ${index}\n`],
  ['rows of a table', (index) => (index === 0 ? '| a | b |\n|---|---|\n' : `| ${index} | b |\n`)],
  ['lines of a paragraph', (index) => `line ${index} of text\n`],
  ['one line', () => 'word '],
  ['lines of a comment', (index) => (index === 0 ? '<!--\n' : `line ${index}\n`)],
])('thousands of %s are read in time', (_, piece) => {
  const growing = new IncrementalMarkdown('');
  let text = '';
  const time = cpuTimeOf(() => {
    for (let index = 0; index < PIECES; index++) {
      text += piece(index);
      growing.update(text, true);
    }
  });
  expect(time).toBeLessThan(PIECES / 2);
  expect(
    growing
      .update(text, false)
      .map(({ raw }) => raw)
      .join(''),
  ).toBe(text);
});
