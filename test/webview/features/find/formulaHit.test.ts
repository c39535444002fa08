// @vitest-environment happy-dom
// The source of a formula is found, but not seen: a hit in it marks the formula.
import { afterEach, expect, test } from 'vitest';
import { findPattern } from '../../../../src/features/find/core/findPattern.ts';
import { boundaries, matchesInRow } from '../../../../webview/features/find/renderedText.ts';

afterEach(() => document.body.replaceChildren());

const TYPESET =
  '<span class="math-typeset"><span class="katex"><span class="katex-mathml">xx2</span>' +
  '<span class="katex-html"><span>\u200b</span> <span>x</span><span>2</span></span></span></span>';

/** What the marks of the hits cover: the texts at both ends, with their offsets. */
function marked(text: string, typeset: string): readonly unknown[] {
  document.body.innerHTML = `<div class="markdown"><p>Area <span class="math"><span class="math-source">$x^2$</span>${typeset}</span> of x</p></div>`;
  const pattern = findPattern({ text, matchCase: false, wordMatching: 'together' });
  if (pattern === undefined) throw new Error('The pattern cannot be read.');
  return matchesInRow(document.body, pattern)
    .map(boundaries)
    .map((ends) => [
      ends?.startContainer.textContent,
      ends?.startOffset,
      ends?.endContainer.textContent,
      ends?.endOffset,
    ]);
}

test('a hit in a formula marks all of it', () => {
  expect(marked('x^2', TYPESET)).toEqual([['\u200b', 0, '2', 1]]);
});

test('a hit in the text around it marks that alone', () => {
  expect(marked('area', TYPESET)).toEqual([['Area ', 0, 'Area ', 4]]);
  expect(marked('of x', TYPESET)).toEqual([[' of x', 1, ' of x', 5]]);
});

test('a hit that begins before a formula ends with it', () => {
  expect(marked('area $x', TYPESET)).toEqual([['Area ', 0, '2', 1]]);
});

test('where the formula is not laid out, its source is marked', () => {
  expect(marked('x^2', '')).toEqual([['$x^2$', 1, '$x^2$', 4]]);
});
