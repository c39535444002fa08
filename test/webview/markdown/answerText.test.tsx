// @vitest-environment happy-dom
// Text as agents write it: emphasis in Chinese, tildes, formulas, prices, tags of HTML and escape sequences.
import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { readableText, spokenText } from '../../../webview/panel/transcript/spokenText.ts';
import { extractFormulas } from '../../../webview/markdown/formulas.ts';
import { MarkdownBlocks } from '../../../webview/markdown/Markdown.tsx';
import { markdownBlocks } from '../../../webview/markdown/markdownDocument.ts';
import { unmarkedText } from '../../../webview/markdown/unmarkedText.ts';
import { cpuTimeOf } from './markdownCpuTime.ts';

afterEach(cleanup);

let entries = 0;

function blocksOf(text: string, streaming = false) {
  return markdownBlocks(`answer-${++entries}`, text, streaming);
}

function show(text: string, streaming = false): HTMLElement {
  const nothing = (): void => undefined;
  return render(
    <MarkdownBlocks
      blocks={blocksOf(text, streaming)}
      streaming={streaming}
      onLink={nothing}
      onCopy={nothing}
    />,
  ).container;
}

function textsOf(container: HTMLElement, selector: string): readonly (string | null)[] {
  return [...container.querySelectorAll(selector)].map((element) => element.textContent);
}

describe('Emphasis in text without blanks', () => {
  test.each([
    ['**注意：**正文', 'strong', ['注意：']],
    ['内容**「重点」**内容', 'strong', ['「重点」']],
    ['这是**“引号”**和**（括号）**。', 'strong', ['“引号”', '（括号）']],
    ['**日本語（にほんご）**の文', 'strong', ['日本語（にほんご）']],
    ['和 *斜体！*之后', 'em', ['斜体！']],
    ['~~删除。~~之后', 'del', ['删除。']],
    ['**한국어(괄호)**입니다', 'strong', ['한국어(괄호)']],
    ['- **完了。**次', 'strong', ['完了。']],
    ['**คำเตือน:**ห้ามลบ', 'strong', ['คำเตือน:']],
    ['**หมายเหตุ (สำคัญ)**ครับ', 'strong', ['หมายเหตุ (สำคัญ)']],
    ['ค่า**"a"**ครับ', 'strong', ['"a"']],
    ['คำสั่ง**`npm i`**แล้ว', 'strong', ['npm i']],
    ['~~ลบ.~~แล้ว', 'del', ['ลบ.']],
    ['**ສຳຄັນ:**ລາວ', 'strong', ['ສຳຄັນ:']],
    ['**សំខាន់៖**ខ្មែរ', 'strong', ['សំខាន់៖']],
    ['**အရေးကြီး။**မြန်မာ', 'strong', ['အရေးကြီး။']],
    ['**གལ་ཆེ།**བོད', 'strong', ['གལ་ཆེ།']],
  ])('%s', (text, selector, expected) => {
    const container = show(text);
    expect(textsOf(container, selector)).toEqual(expected);
    expect(container.textContent).not.toMatch(/[*~]/);
  });

  test('in code it stays, and so does that of other languages', () => {
    const container = show('**plain** text, `**code**`, 2*3*4 and snake_case_word');
    expect(textsOf(container, 'strong')).toEqual(['plain']);
    expect(container.textContent).toBe('plain text, **code**, 234 and snake_case_word');
  });

  test('copied and spoken it is without its marks, too', () => {
    expect(unmarkedText(blocksOf('**注意：**正文'))).toBe('注意：正文');
    expect(spokenText('内容**「重点」**内容')).toBe('内容「重点」内容');
  });
});

describe('An address before text without blanks', () => {
  test.each([
    ['请看https://example.com然后', 'https://example.com'],
    ['http://localhost:3000を開く', 'http://localhost:3000'],
    ['https://a.com에서', 'https://a.com'],
    ['ดู https://example.comครับ', 'https://example.com'],
    ['www.a.comครับ', 'www.a.com'],
    ['https://a.com/docs。', 'https://a.com/docs'],
    ['https://shop.日本.jp/a', 'https://shop.日本.jp/a'],
    ['https://de.wikipedia.org/wiki/東京 ist', 'https://de.wikipedia.org/wiki/東京'],
  ])('%s is a link to %s', (text, address) => {
    expect(textsOf(show(text), 'a')).toEqual([address]);
  });
});

describe('A single tilde', () => {
  test.each([
    '需要 3~5 分钟，约 10~20 个文件。',
    'It takes ~5 s for 10~20 files in ~/src.',
    '~/x and ~/y, 5~6~7',
    '| a |\n| - |\n| ~1 to ~2 |',
  ])('is text: %s', (text) => {
    const container = show(text);
    expect(container.querySelector('del')).toBeNull();
    expect(container.textContent?.split('~')).toHaveLength(text.split('~').length);
    expect(unmarkedText(blocksOf(text))).toContain('~');
    expect(readableText(text)).toContain('~');
  });

  test('two strike out', () => {
    expect(textsOf(show('~~gone~~ and ~~ not ~~'), 'del')).toEqual(['gone']);
  });
});

describe('A formula stands to the letter', () => {
  test.each([
    ['Inline $a_1*b*c_2$ here', '$a_1*b*c_2$'],
    ['and \\(x_i \\cdot y\\).', '\\(x_i \\cdot y\\)'],
    ['\\[ E = m*c*^2 \\]', '\\[ E = m*c*^2 \\]'],
    ['$$\n\\sum_{i=1}^{n} x_i^2\n$$', '$$\n\\sum_{i=1}^{n} x_i^2\n$$'],
    ['So\n$$\na\n= b\n- c\n> 0\n$$\nholds.', '$$\na\n= b\n- c\n> 0\n$$'],
    ['\\[\na \\\\[2pt]\n+ b\n\\]', '\\[\na \\\\[2pt]\n+ b\n\\]'],
    ['函数\\(f_1*g*h\\)是', '\\(f_1*g*h\\)'],
    ['| a |\n| - |\n| $x_1*y*z$ |', '$x_1*y*z$'],
    ['- item\n  $$\n  - x\n    y\n  $$', '$$\n- x\n  y\n$$'],
    ['> $$\n> a*b*\n> $$', '$$\na*b*\n$$'],
    ['**bold $a*b*c$ text**', '$a*b*c$'],
    // They begin as prices and variables of a shell do.
    ['So $2^{10}*a*b$!', '$2^{10}*a*b$'],
    ['The $*$-algebra', '$*$'],
    ['and ${x}_1*y*z$.', '${x}_1*y*z$'],
    ['$$ a*b*c $$ holds', '$$ a*b*c $$'],
    ['$$ area $$', '$$ area $$'],
    ['Three ``` and $a_1*b*c_2$ and no end, ``code``', '$a_1*b*c_2$'],
    [
      '\\begin{align}\na_1 *b* &= b_1*c* \\\\\n\\{x\\}\n\\end{align}',
      '\\begin{align}\na_1 *b* &= b_1*c* \\\\\n\\{x\\}\n\\end{align}',
    ],
    ['So \\begin{equation*} E_1*m*c \\end{equation*} holds.', '\\begin{equation*} E_1*m*c \\end{equation*}'],
    [
      '\\begin{align*}\n- x &= \\begin{cases} a*b* & c \\\\ d \\end{cases}\n\\end{align*}',
      '\\begin{align*}\n- x &= \\begin{cases} a*b* & c \\\\ d \\end{cases}\n\\end{align*}',
    ],
    [
      '\\begin{pmatrix} a & b \\\\ *c* & d \\end{pmatrix}',
      '\\begin{pmatrix} a & b \\\\ *c* & d \\end{pmatrix}',
    ],
  ])('%j', (text, formula) => {
    const container = show(text);
    expect(textsOf(container, '.markdown-formula')).toEqual([formula]);
    expect(container.querySelector('em, h1, h2')).toBeNull();
    expect(unmarkedText(blocksOf(text))).toContain(formula.split('\n', 1)[0]);
    expect(readableText(text)).toContain(formula.split('\n', 1)[0]);
  });

  test.each([
    'Prices stay: $5 and $10, or $HOME and $PATH.',
    'From $5/month to $10/month',
    'It is \\$5 or \\$6',
    'US$ and A$ are dollars',
    '`$a_1$` and `\\(x\\)` are code',
    '```sh\necho $A_B$ $$\n```',
    'list\\[0\\] and f\\(x\\) are escaped',
    'It costs $5 (**not** 10$)',
    'Put ${HOME}/bin:${PATH} into it, or $(pwd)/$(ls)',
    'Write "$@" instead of "$*", and not $?/$# or $1,$_',
    'The process is $$ and $$ is its id, at $$5 and $$10',
    'Between $.50-$.75, or $5/month, 50$/year, or $20 (US$)',
    'Three ``` are no code, `` $y$ `` is',
    'a line\n\n$$ not closed\n\n- item',
  ])('%j has none', (text) => {
    const container = show(text);
    expect(container.querySelector('.markdown-formula')).toBeNull();
    expect(container.textContent).not.toMatch(/[\uFDD0\uFDD1]/);
  });

  test('emphasis beside prices is emphasis', () => {
    expect(textsOf(show('$5 and **bold** and $10'), 'strong')).toEqual(['bold']);
    expect(textsOf(show('It costs $5 (**not** 10$)'), 'strong')).toEqual(['not']);
  });

  test('unless a text has hundreds of them, which would be laid out for seconds', () => {
    const text = (count: number): string => '$x$ and '.repeat(count);
    expect(extractFormulas(text(500)).formulas).toHaveLength(500);
    expect(extractFormulas(text(501))).toEqual({ text: text(501), formulas: [] });
    expect(extractFormulas(`${text(500)} at $5 and $10`).formulas).toHaveLength(500);
  });

  test('while its end has not arrived, too', () => {
    const container = show('So\n\n$$\na_1*b*c\n- d', true);
    expect(textsOf(container, '.markdown-formula')).toEqual(['$$\na_1*b*c\n- d']);
    expect(container.querySelector('em, li')).toBeNull();
  });

  test('code in a list and addresses that look like one keep what they are', () => {
    const container = show('- a\n\n  ~~~\n  $x_1$ $y$\n  ~~~\n\n[link](https://example.com/$a$b?$c$)');
    expect(container.querySelector('pre')?.textContent).toBe('$x_1$ $y$');
    expect(container.querySelector('a')?.title).toBe('https://example.com/$a$b?$c$');
  });

  test.each([
    '$'.repeat(30_000),
    '$$ '.repeat(10_000),
    '\\['.repeat(15_000),
    '\\('.repeat(15_000),
    '$a '.repeat(10_000),
    '`$'.repeat(15_000),
  ])('signs that never end do not hang it', (text) => {
    expect(cpuTimeOf(() => extractFormulas(text, false))).toBeLessThan(1_000);
  });
});

describe('Tags of HTML that stand for markup', () => {
  test('keys, marks, and letters above and below the line', () => {
    const container = show(
      'Press <kbd>Ctrl</kbd>+<kbd>C</kbd>, H<sub>2</sub>O, x<sup>2</sup>, <mark>m</mark> and <b>*all*</b>.',
    );
    expect(container.textContent).toBe('Press Ctrl+C, H2O, x2, m and all.');
    expect(textsOf(container, 'kbd')).toEqual(['Ctrl', 'C']);
    expect(textsOf(container, 'sub, sup, mark, b em')).toEqual(['2', '2', 'm', 'all']);
  });

  test('what folds is shown open, with its summary first', () => {
    const container = show(
      '<details open>\n<summary>More **info**</summary>\n\nHidden *text*\n\n</details>\n\n<div align="center"><b>centre</b></div>',
    );
    expect(container.textContent?.replaceAll(/\s+/g, ' ')).toBe('More infoHidden textcentre');
    expect(textsOf(container, 'b')).toEqual(['More info', 'centre']);
  });

  test('in a list as well', () => {
    const container = show('- a\n\n  <details>\n  <summary>More</summary>\n\n  text\n\n  </details>');
    expect(container.textContent).not.toContain('<');
  });

  test('a comment is there, and stands back', () => {
    const container = show('text <!-- a comment --> end\n\n<!-- of\nits own -->');
    expect(textsOf(container, '.markdown-comment')).toEqual(['<!-- a comment -->', '<!-- of\nits own -->']);
  });

  test.each([
    '<script>alert(1)</script>',
    'an <img src=x onerror=alert(1)> and <b>',
    'Vec<String> and Map<K, V>, a < b > c',
    '<thinking>inner words</thinking>',
    '<details><script>x</script></details>',
    'wrap it in a <div> or a <b>',
    '<b onclick="x()">raw</b> and <kbd style="color: red">C</kbd>',
  ])('any other is text: %s', (text) => {
    const container = show(text);
    expect(container.textContent).toBe(text);
    expect(container.querySelectorAll('script, img, details, b')).toHaveLength(0);
  });
});

test('a long word of code in a line is not cut in two paragraphs', () => {
  const container = show(`word \`${'z'.repeat(5_000)}\` end, ${'y'.repeat(5_000)}`);
  expect(container.querySelector('code')?.childElementCount).toBe(0);
  expect(container.querySelectorAll('.text-piece').length).toBeGreaterThan(1);
});

test('escape sequences of a terminal are not shown, in words and in code', () => {
  const text = 'Result: \u001b[31mred\u001b[0m\n\n```\n\u001b[1mbold\u001b[0m\n```\n';
  expect(show(text).textContent).toMatch(/^Result: red.*bold$/s);
  expect(unmarkedText(blocksOf(text))).toBe('Result: red\n\nbold');
  expect(readableText(text)).toBe('Result: red\nbold');
});
