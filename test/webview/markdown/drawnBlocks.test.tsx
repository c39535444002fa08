// @vitest-environment happy-dom
// What features render of an answer: formulas and code blocks of a language, once their block is complete.
import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { DrawingProps, FormulaProps } from '../../../webview/markdown/actions.ts';
import { MarkdownBlocks } from '../../../webview/markdown/Markdown.tsx';
import { markdownBlocks } from '../../../webview/markdown/markdownDocument.ts';

afterEach(cleanup);

function Formula({ source, displayed, complete }: FormulaProps) {
  if (!complete) return <u>{source}</u>;
  return (
    <b>
      {displayed ? 'displayed' : 'inline'} {source}
    </b>
  );
}

function Drawn({ code, children }: DrawingProps) {
  return code === 'broken' ? children : <i>{code}</i>;
}

let entries = 0;
const nothing = (): void => undefined;

function show(text: string, streaming = false): HTMLElement {
  return render(
    <MarkdownBlocks
      blocks={markdownBlocks(`drawn-${++entries}`, text, streaming)}
      streaming={streaming}
      onLink={nothing}
      onCopy={nothing}
      Formula={Formula}
      drawings={[{ language: 'mermaid', Component: Drawn }]}
    />,
  ).container;
}

function texts(container: HTMLElement, selector: string): readonly (string | null)[] {
  return [...container.querySelectorAll(selector)].map((element) => element.textContent);
}

test('formulas are rendered, prices and code are text', () => {
  const container = show('It is $x^2$, \\(y\\) for $5 and $10.\n\n`$z$`\n\n$$\na\n$$');
  expect(texts(container, 'b')).toEqual(['inline $x^2$', 'inline \\(y\\)', 'displayed $$\na\n$$']);
  expect(container.textContent).toContain('for $5 and $10.');
  expect(texts(container, 'code')).toEqual(['$z$']);
});

test('a formula of a block that still grows is its source', () => {
  const container = show('First $a$.\n\nThen $x^2$ and', true);
  expect(texts(container, 'b')).toEqual(['inline $a$']);
  expect(texts(container, 'u')).toEqual(['$x^2$']);
  expect(texts(container, '.markdown-formula')).toEqual(['inline $a$', '$x^2$']);
});

test('a formula is known from its beginning on', () => {
  expect(texts(show('It is\n\n$$\n\\frac{1}', true), 'u')).toEqual(['$$\n\\frac{1}']);
  expect(texts(show('It is\n\n$$\n\\frac{1}{2}\n$$', true), 'u')).toEqual(['$$\n\\frac{1}{2}\n$$']);
  expect(texts(show('It costs $5 and', true), 'u')).toEqual([]);
});

test('a complete block of the language is drawn, and its source is a button away', () => {
  const container = show('```Mermaid\ngraph\n```\n\n```js\nlet a\n```');
  expect(texts(container, 'i')).toEqual(['graph']);
  expect(texts(container, 'pre')).toEqual(['let a']);
  const buttons = container.querySelectorAll('[data-testid="show-source"]');
  expect(buttons).toHaveLength(1);
  // It stands beside the other one that is always seen; those that are seen on hover come before.
  expect(buttons[0]?.nextElementSibling?.querySelector('[data-testid="copy-code"]')).toBeTruthy();
  fireEvent.click(buttons[0] ?? container);
  expect(texts(container, 'pre')).toEqual(['graph', 'let a']);
  fireEvent.click(buttons[0] ?? container);
  expect(texts(container, 'i')).toEqual(['graph']);
});

test('a block that still grows, or cannot be drawn, is code', () => {
  expect(texts(show('```mermaid\ngraph\n', true), 'pre')).toEqual(['graph']);
  expect(texts(show('```mermaid\nbroken\n```'), 'pre')).toEqual(['broken']);
  expect(texts(show('- ```mermaid\n  inner\n  ```'), 'i')).toEqual(['inner']);
});
