// @vitest-environment happy-dom
// Markdown as a user meets it: links, code, images, HTML, tables, footnotes, and texts made to hang it.
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, expect, test, vi } from 'vitest';
import { MarkdownBlocks } from '../../../webview/markdown/Markdown.tsx';
import { markdownBlocks } from '../../../webview/markdown/markdownDocument.ts';
import { cpuTimeOf } from './markdownCpuTime.ts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

let entries = 0;

function show(text: string, streaming = false) {
  const entryId = `entry-${++entries}`;
  const onLink = vi.fn();
  const onCopy = vi.fn();
  const element = (shown: string, streams: boolean) => (
    <MarkdownBlocks
      blocks={markdownBlocks(entryId, shown, streams)}
      streaming={streams}
      onLink={onLink}
      onCopy={onCopy}
    />
  );
  const { container, rerender } = render(element(text, streaming));
  return {
    container,
    onLink,
    onCopy,
    grow: (longer: string, streams = true) => rerender(element(longer, streams)),
  };
}

test.each(['https://example.com/a', 'src/a.ts#L10', 'src/a.ts:10', 'a.ts:10:5', 'mailto:a@example.com'])(
  'a link to %s reports a click and Enter, and has no address to navigate to',
  (href) => {
    const { onLink } = show(`See [this](${href}).`);
    const link = screen.getByRole('link', { name: 'this' });
    expect(link.hasAttribute('href')).toBe(false);
    expect(link.title).toBe(href);
    fireEvent.click(link);
    fireEvent.keyDown(link, { key: 'Enter' });
    fireEvent.keyDown(link, { key: 'a' });
    expect(onLink.mock.calls).toEqual([[href], [href]]);
  },
);

test.each([
  ['参见https://example.com/a。谢谢', ['https://example.com/a']],
  ['《https://a.b/c》和“https://a.b/d”后', ['https://a.b/c', 'https://a.b/d']],
  [
    '（https://example.com/a）以及https://example.com/b，再。',
    ['https://example.com/a', 'https://example.com/b'],
  ],
  ['見てhttps://a.b/c！次は www.example.com、最後', ['https://a.b/c', 'http://www.example.com']],
  ['**http://a.b/**后，~~https://c.d/e~~後', ['http://a.b/', 'https://c.d/e']],
  ['https://zh.wikipedia.org/wiki/北京_市?q=1', ['https://zh.wikipedia.org/wiki/北京_市?q=1']],
])('an address in %s ends where the text around it goes on', (text, addresses) => {
  const { container } = show(text);
  expect(screen.getAllByRole('link').map(({ title }) => decodeURI(title))).toEqual(addresses);
  expect(container.textContent).toBe(text.replaceAll(/\*\*|~~/g, ''));
});

test('an address in the words of a link is no link of its own', () => {
  show('[看https://a.b/c。这里](https://example.com)');
  expect(screen.getAllByRole('link').map(({ title }) => title)).toEqual(['https://example.com']);
});

test('a bare address is a link', () => {
  show('Open https://example.com/x now.');
  expect(screen.getByRole('link').title).toBe('https://example.com/x');
});

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'command:workbench.action.quit',
  'data:text/html,x',
  'vscode://a/b',
  '#h',
])('%s is plain text', (href) => {
  const { container, onLink } = show(`[words](${href}) and ![picture](${href})`);
  expect(container.textContent).toContain('words and');
  expect(container.textContent).toContain('picture');
  expect(container.querySelectorAll('a, img, [role=link]')).toHaveLength(0);
  fireEvent.click(screen.getByText('words'));
  expect(onLink).not.toHaveBeenCalled();
});

test('HTML is shown as text, in blocks and in lines', () => {
  const { container } = show(
    '<script>alert(1)</script>\n\nan <img src=x onerror=alert(1)> <a>inline</a>\n\n<!-- note -->\n',
  );
  expect(container.textContent).toContain('<script>alert(1)</script>');
  expect(container.textContent).toContain('an <img src=x onerror=alert(1)> <a>inline</a>');
  expect(container.textContent).toContain('<!-- note -->');
  expect(container.querySelectorAll('script, img, a')).toHaveLength(0);
});

test('a line break tag breaks the line, but not in code, nor with attributes', () => {
  const { container } = show('| a |\n|---|\n| b<br>c |\n\nd<br/>e\n\n- f<BR>g\n\n`h<br>i` <br class="x">');
  expect(container.querySelectorAll('td br')).toHaveLength(1);
  expect(container.querySelectorAll('p br, li br')).toHaveLength(2);
  expect(container.textContent).toContain('h<br>i');
  expect(container.textContent).toContain('<br class="x">');
});

test.each([
  ['bars in code', '| x | `ls | grep y` |', ['x', 'ls | grep y']],
  ['more cells', '|y|z|w|', ['y', 'z | w']],
  ['both', '| `a|b` | c | `d|e` |', ['a|b', 'c | d|e']],
  ['as many cells as the head', '| `a | b` |', ['`a', 'b`']],
  ['a bar that is escaped', '| `a \\| b` | c |', ['a | b', 'c']],
])('nothing of a row is lost: %s', (_name, row, cells) => {
  const { container } = show(`| a | b |\n|---|---|\n${row}\n`);
  const shown = Array.from(container.querySelectorAll('td'), (cell) => cell.textContent);
  expect(shown).toEqual(cells);
});

test('a row with more cells than the head is whole in a list, too', () => {
  const { container } = show('- list\n\n  | a | b |\n  |---|---|\n  |y|**z**|w|\n');
  const shown = Array.from(container.querySelectorAll('td'), (cell) => cell.textContent);
  expect(shown).toEqual(['y', 'z | w']);
  expect(container.querySelectorAll('td strong')).toHaveLength(1);
});

test.each([
  ['src/a.ts:12-15', 'ts', 'src/a.ts:12-15'],
  ['12:15:src/a.py', 'py', 'src/a.py:12-15'],
  ['lib/b.go', 'go', 'lib/b.go'],
  ['ts:src/a.ts', 'ts', 'src/a.ts'],
  ['asp.net', 'asp', 'asp.net'],
])('a fence that names a place has the language and the file: %s', (info, language, file) => {
  for (const text of [`\`\`\`${info}\nx\n\`\`\``, `- a\n\n  \`\`\`${info}\n  x\n  \`\`\``]) {
    const { container } = show(text);
    expect(container.querySelector('.markdown-code-language')?.textContent).toBe(language);
    expect(container.querySelector('.markdown-code-file')?.textContent).toBe(file);
    cleanup();
  }
});

test('a remote image is a link with its words, and nothing is loaded', () => {
  const { container, onLink } = show('![a chart](https://example.com/chart.png) ![](docs/b.png)');
  expect(container.querySelector('img')).toBeNull();
  fireEvent.click(screen.getByRole('link', { name: 'a chart' }));
  expect(onLink).toHaveBeenCalledWith('https://example.com/chart.png');
  expect(screen.getByRole('link', { name: 'Image' }).title).toBe('docs/b.png');
});

test.each([10, 100_000])('an image of %d bytes inside the text is shown', (size) => {
  const source = `data:image/png;base64,${'A'.repeat(size)}`;
  show(`Look: ![dot](${source})`);
  expect(screen.getByRole('img', { name: 'dot' }).getAttribute('src')).toBe(source);
});

test('an image that could hold a script, or is huge, is not', () => {
  const { container } = show(
    `![svg](data:image/svg+xml;base64,AAAA) ![huge](data:image/png;base64,${'A'.repeat(600_000)})`,
  );
  expect(container.querySelector('img')).toBeNull();
  expect(container.textContent).toBe('svg huge');
});

test('R51 tables, task lists and strikethrough', () => {
  const { container } = show('| a | b |\n|:-:|--:|\n| 1 | 2 |\n\n- [x] done\n- [ ] open\n\n~~gone~~');
  expect(within(screen.getByRole('table')).getAllByRole('columnheader')).toHaveLength(2);
  expect(container.querySelector('td')?.style.textAlign).toBe('center');
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Done' }).checked).toBe(true);
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Not done' }).checked).toBe(false);
  expect(container.querySelector('del')?.textContent).toBe('gone');
});

test('a long table is one table with every row, whatever was streamed', () => {
  const rows = Array.from({ length: 95 }, (_, index) => `| ${index} | \`x\` |\n`);
  const text = `| a | b |\n|---|---|\n${rows.join('')}`;
  const { container, grow } = show(text.slice(0, 400), true);
  for (let length = 400; length < text.length; length += 37) grow(text.slice(0, length));
  grow(text, false);
  expect(container.querySelectorAll('table')).toHaveLength(1);
  expect(container.querySelectorAll('thead tr')).toHaveLength(1);
  expect(
    Array.from(container.querySelectorAll('tbody tr > td:first-child'), (cell) => cell.textContent),
  ).toEqual(rows.map((_, index) => String(index)));
});

test('code has its language, is copied whole, and says so', () => {
  vi.useFakeTimers();
  const { onCopy } = show('```ts title=x\nconst a = 1;\n\nlet b;\n```\n');
  const block = screen.getByTestId('code-block');
  expect(within(block).getByText('ts')).toBeDefined();
  const button = within(block).getByRole('button', { name: 'Copy Code' });
  expect(button.className).toContain('codicon-copy');
  fireEvent.click(button);
  expect(onCopy).toHaveBeenCalledWith('const a = 1;\n\nlet b;');
  expect(within(block).getByRole('status').textContent).toBe('Copied');
  vi.runAllTimers();
});

test('the word Copied goes away again', () => {
  vi.useFakeTimers();
  show('```\na\n```\n');
  fireEvent.click(screen.getByRole('button', { name: 'Copy Code' }));
  expect(screen.getByRole('status').textContent).toBe('Copied');
  act(() => void vi.advanceTimersByTime(1_000));
  expect(screen.getByRole('status').textContent).toBe('Copied');
  act(() => void vi.runAllTimers());
  expect(screen.getByRole('status').textContent).toBe('');
});

test.each([
  ['indented', '    a\n\n      b\n', 'a\n\n  b'],
  ['fenced in columns', '  ~~~\n   a\n  b\n ~~~\n', ' a\nb'],
  ['with carriage returns', '```\r\na\r\nb\r\n```\r\n', 'a\nb'],
  ['with another fence inside', '````md\n```js\nx\n```\n````', '```js\nx\n```'],
  ['empty', '```\n```', ''],
  ['in a list', '- a\n\n  ```js\n  x\n\n  y\n  ```\n', 'x\n\ny'],
])('code that is %s', (_, text, code) => {
  const { onCopy } = show(text);
  fireEvent.click(screen.getByRole('button', { name: 'Copy Code' }));
  expect(onCopy).toHaveBeenCalledWith(code);
});

test('code is highlighted by classes once its fence is closed', () => {
  const { container, grow } = show('```ts\nconst a = "x"; // y\n', true);
  expect(container.querySelector('[class^=hljs]')).toBeNull();
  grow('```ts\nconst a = "x"; // y\n```\n');
  expect(container.querySelector('.hljs-keyword')?.textContent).toBe('const');
  expect(container.querySelector('.hljs-string')?.textContent).toBe('"x"');
  expect(container.querySelector('.hljs-comment')?.textContent).toBe('// y');
  expect(container.querySelector('pre')?.textContent).toBe('const a = "x"; // y');
});

test('code in a list is highlighted once the list is complete', () => {
  const { container, grow } = show('1. a\n   ```py\n   def f(): pass\n   ```\n', true);
  expect(container.querySelector('.hljs-keyword')).toBeNull();
  grow('1. a\n   ```py\n   def f(): pass\n   ```\n\n# b\n');
  expect(container.querySelector('.hljs-keyword')?.textContent).toBe('def');
});

test.each([
  'bash',
  'c',
  'cpp',
  'cs',
  'css',
  'diff',
  'dockerfile',
  'go',
  'graphql',
  'html',
  'ini',
  'java',
  'js',
  'json',
  'jsx',
  'kotlin',
  'lua',
  'make',
  'md',
  'php',
  'powershell',
  'ps1',
  'py',
  'rb',
  'rs',
  'scss',
  'sh',
  'sql',
  'swift',
  'toml',
  'ts',
  'tsx',
  'xml',
  'yml',
  'TypeScript',
])('%s is known', (language) => {
  const samples =
    '# a\n[x]\n@a {b: "c"}\n<a b="c">\nif (a == 1) return "b"; // c\nFROM a\nSELECT 1\n+ a\n$ b\nfunc f\n';
  const { container } = show(`\`\`\`${language}\n${samples}\`\`\``);
  expect(container.querySelector('[class^=hljs]')).not.toBeNull();
});

test('unknown languages and long code are plain', () => {
  const long = 'const a = 1;\n'.repeat(2_000);
  const { container } = show(`\`\`\`klingon\nconst a\n\`\`\`\n\n\`\`\`ts\n${long}\`\`\`\n`);
  expect(container.querySelector('[class^=hljs]')).toBeNull();
  expect(container.querySelectorAll('pre')[1]?.textContent).toBe(long.trimEnd());
});

test('an open code block of thousands of lines keeps what is drawn', () => {
  const code = Array.from({ length: 5_000 }, (_, index) => `line ${index}\n`);
  const { container, grow } = show(`\`\`\`js\n${code.slice(0, 2_000).join('')}`, true);
  const first = container.querySelector('pre code')?.firstChild;
  grow(`\`\`\`js\n${code.join('')}`);
  expect(container.querySelector('pre code')?.firstChild).toBe(first);
  expect(container.querySelector('pre')?.textContent).toBe(code.join('').trimEnd());
});

test('what was drawn stays while the text grows', () => {
  const { container, grow } = show('# a\n\n- b\n\ntext', true);
  const [heading, list] = Array.from(container.querySelectorAll('h1, ul'));
  grow('# a\n\n- b\n\ntext and more\n\n```js\n');
  expect(container.querySelector('h1')).toBe(heading);
  expect(container.querySelector('ul')).toBe(list);
  expect(container.querySelector('p')?.textContent).toBe('text and more');
});

test('a half-written underline, item or fence is not shown yet', () => {
  const { container, grow } = show('text\n-', true);
  expect(container.innerHTML).toContain('<p>text</p>');
  grow('text\n- a\n- ');
  expect(container.querySelectorAll('li')).toHaveLength(1);
  grow('text\n- a\n\n```js\nx\n``');
  expect(container.querySelector('pre')?.textContent).toBe('x');
  grow('text\n-', false);
  expect(container.querySelector('h2')?.textContent).toBe('text');
});

test('a long list goes on counting and loses no item', () => {
  const text = Array.from({ length: 50 }, (_, index) => `${index + 1}. item ${index + 1}\n`).join('');
  const { container } = show(text);
  expect(container.querySelectorAll('li')).toHaveLength(50);
  expect(Array.from(container.querySelectorAll('ol'), ({ start }) => start)).toEqual([1, 17, 33, 49]);
});

test('references resolve across blocks', () => {
  const { onLink } = show('See [the docs][d].\n\n# More\n\n[d]: https://example.com/docs "Docs"\n');
  fireEvent.click(screen.getByRole('link', { name: 'the docs' }));
  expect(onLink).toHaveBeenCalledWith('https://example.com/docs');
});

test.each(['注', 'é', '%', '%e4'])(
  'a footnote is called %s where it is named and where it stands',
  (label) => {
    const { container } = show(`Text[^${label}].\n\n[^${label}]: note\n`);
    const labels = Array.from(
      container.querySelectorAll('.markdown-footnote-label'),
      (each) => each.textContent,
    );
    expect(labels).toEqual([`[${label}]`, `[${label}]`]);
  },
);

test('footnotes are shown where they stand, under their own label', () => {
  const { container } = show('One[^a] and two[^2].\n\n[^a]: First **note**\n\n    with more\n[^2]: Second\n');
  const notes = screen.getAllByRole('note').map((note) => note.textContent?.replaceAll(/\s+/g, ' '));
  expect(notes).toEqual(['[a]First note with more', '[2]Second']);
  expect(container.querySelector('p')?.textContent).toBe('One[a] and two[2].');
  expect(container.querySelectorAll('a, section')).toHaveLength(0);
});

const hostile: readonly (readonly [string, string])[] = [
  ['quotes in quotes', '>'.repeat(10_000)],
  ['spaced quotes', '> '.repeat(10_000)],
  ['lists in lists', '- '.repeat(10_000)],
  ['nested lists', Array.from({ length: 400 }, (_, depth) => `${'  '.repeat(depth)}- a\n`).join('')],
  ['opening brackets', '['.repeat(10_000)],
  ['closing brackets', ']'.repeat(100_000)],
  ['links in links', '[a]('.repeat(10_000)],
  ['images in images', '!['.repeat(10_000)],
  ['emphasis that opens', '*a **a '.repeat(5_000)],
  ['emphasis that nests', '*a **a '.repeat(2_000) + 'b** b*'.repeat(2_000)],
  ['underscores', '_a_ '.repeat(10_000)],
  ['backticks', Array.from({ length: 300 }, (_, length) => '`'.repeat(length)).join(' ')],
  ['tags', '<a '.repeat(10_000)],
  ['comments', '<!--'.repeat(10_000)],
  ['references', `${'[a][b]'.repeat(5_000)}\n\n[a]: b\n`],
  ['definitions', '[a]: b\n'.repeat(10_000)],
  ['footnotes', '[^a]: b\n'.repeat(500)],
  ['cells', `${'|'.repeat(5_000)}\n${'-|'.repeat(5_000)}\n`],
  ['spaces', `a${' '.repeat(100_000)}b\n${' '.repeat(100_000)}`],
  ['blank lines', '\n'.repeat(100_000)],
  ['code of blank lines', `    a${'\n'.repeat(100_000)}    b`],
  ['one long line', 'word '.repeat(200_000)],
  ['one long word', 'w'.repeat(1_000_000)],
  ['one long line of code', `\`\`\`js\n${'a=1;'.repeat(250_000)}\n\`\`\``],
  ['a long paragraph', 'a *line* of [text](x)\n'.repeat(20_000)],
  ['a long quote', '> a *line* of text\n'.repeat(20_000)],
  ['a long item', `- a\n${'  more *text*\n'.repeat(20_000)}`],
];

test.each(hostile)('%s do not hang it and lose no text', (_, text) => {
  expect(cpuTimeOf(() => show(text))).toBeLessThan(5_000);
  const word = /[a-z]+/.exec(text)?.[0] ?? '';
  expect(document.body.textContent).toContain(word);
});

test('axe finds nothing to say', async () => {
  const { container } = show(
    '# A\n\nText with [link](https://example.com) and `code`.\n\n- [x] done\n\n```ts\nconst a = 1;\n```\n\n| a |\n|---|\n| b |\n\n> quote[^1]\n\n[^1]: note\n',
  );
  const { violations } = await axe.run(container, { rules: { region: { enabled: false } } });
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
});

function select(element: Element | undefined): void {
  const selection = document.getSelection();
  selection?.removeAllRanges();
  if (element !== undefined) {
    const range = document.createRange();
    range.selectNodeContents(element);
    selection?.addRange(range);
  }
  act(() => void document.dispatchEvent(new Event('selectionchange', { bubbles: true })));
}

test('text in the block that grows can be selected: it goes on when nothing is selected there any more', () => {
  const { container, grow } = show('First.\n\nThe second', true);
  select(container.querySelectorAll('p')[1]);
  grow('First.\n\nThe second goes on.\n\nA third', true);
  grow('First.\n\nThe second goes on.\n\nA third.', false);
  expect(container.textContent).toBe('First.The second');
  expect(document.getSelection()?.toString()).toBe('The second');
  expect(container.querySelector('[data-held]')).not.toBeNull();
  select(undefined);
  expect(container.querySelector('[data-held]')).toBeNull();
  expect(container.textContent).toContain('The second goes on.');
  expect(container.textContent).toContain('A third.');
});

test('a text goes on while something is selected in a block that is finished', () => {
  const { container, grow } = show('First.\n\nThe second', true);
  select(container.querySelectorAll('p')[0]);
  grow('First.\n\nThe second goes on.', true);
  expect(container.textContent).toContain('The second goes on.');
  expect(document.getSelection()?.toString()).toBe('First.');
});

test('F7 rows with a long cell stand outside of the table, and the rows around them in it', () => {
  const long = 'x'.repeat(3_000);
  const rows = (count: number): string => '| a | b |\n'.repeat(count);
  const text = `| head | |\n|---|---|\n${rows(20)}| ${long} | b |\n${rows(40)}`;
  const { container, grow } = show(text, true);
  const parts = (): readonly string[] =>
    [...container.querySelectorAll('.markdown-table > *')].map(
      (part) => `${part.tagName} ${part.querySelectorAll('tbody tr').length}`,
    );
  expect(parts()).toEqual(['TABLE 20', 'DIV 0', 'TABLE 40']);
  expect(container.querySelector('div.markdown-plain')?.textContent).toContain(long);
  expect(container.querySelectorAll('thead')).toHaveLength(1);
  grow(`${text}${rows(3)}`);
  expect(parts()).toEqual(['TABLE 20', 'DIV 0', 'TABLE 43']);
});

test.each([
  ['text', 'He\u202Ead'],
  ['a character that is written by number', 'He&#x202e;ad'],
  ['a link', '[He\u202Ead](https://example.com)'],
  ['a table', '| He\u202Ead |\n|---|\n| a |'],
  ['code in a line', 'see `He\u202Ead`'],
  ['HTML', '<div>He\u202Ead</div>'],
  ['a block of code in a list', '- a\n\n  ```\n  He\u202Ead\n  ```'],
])('in %s nothing runs backwards', (_place, text) => {
  const { container } = show(text);
  expect(container.textContent).toContain('He\\u{202e}ad');
  expect(container.textContent).not.toContain('\u202E');
});

test('code shows what is copied: hidden characters are spelled out, and copied as they are', () => {
  const { container, onCopy } = show('```sh\nrm \u202Ex\u200B # שלום\n```');
  expect(container.querySelector('pre')?.textContent).toBe('rm \\u{202e}x\\u{200b} # שלום');
  fireEvent.click(screen.getByTestId('copy-code'));
  expect(onCopy).toHaveBeenCalledWith('rm \u202Ex\u200B # שלום');
});

test('marks that scripts and emoji need stay in text', () => {
  const text = 'می\u200Cخواهم 👩\u200D💻 \u2067שלום\u2069 a\u200Fb';
  expect(show(text).container.textContent).toBe(text);
});

test('of a big table so many rows are drawn that the panel stays fast, and more when asked for', () => {
  const wide = (rows: number): string =>
    `${'|h'.repeat(300)}|\n${'|-'.repeat(300)}|\n${`${'|c'.repeat(300)}|\n`.repeat(rows)}`;
  const { container, grow } = show(wide(200), true);
  const cells = (): number => container.querySelectorAll('td').length;
  expect(cells()).toBeLessThanOrEqual(2_000);
  const button = screen.getByTestId('show-all');
  expect(button.textContent).toBe('Show 194 more rows');
  fireEvent.click(button);
  expect(cells()).toBe(9_900);
  expect(screen.queryByTestId('show-all')).toBeNull();
  expect(container.textContent).toContain('167 more rows. Copy the answer to see them.');
  expect(document.activeElement).toBe(container.querySelector('.markdown-table'));
  grow(wide(201));
  expect(container.textContent).toContain('168 more rows');
});

test('a small table is drawn whole, and one of thousands of cells in a quote is text', () => {
  const table = (rows: number): string => `> | a | b |\n> |---|---|\n${'> | c | d |\n'.repeat(rows)}`;
  expect(show(table(50)).container.querySelectorAll('td')).toHaveLength(100);
  expect(show(table(1_500)).container.querySelectorAll('td')).toHaveLength(0);
});
