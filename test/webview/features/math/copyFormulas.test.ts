// @vitest-environment happy-dom
// What is copied of a text with formulas: each as it was written, whatever part of it is selected.
import { afterEach, expect, test } from 'vitest';
import { copyFormulasAsWritten } from '../../../../webview/features/math/copyFormulas.ts';

copyFormulasAsWritten(document);

afterEach(() => {
  document.getSelection()?.removeAllRanges();
  document.body.replaceChildren();
});

const FORMULA =
  '<span class="math"><span class="math-source">$x^2$</span>' +
  '<span class="math-typeset"><span id="ID-base">x</span><span id="ID-power">2</span></span></span>';

/** The text that the clipboard gets; undefined where the browser copies as it always does. */
function copied(from: string, to: string): string | undefined {
  document.body.innerHTML = `<p><b id="before">So </b>${FORMULA.replaceAll('ID', 'one')}<b id="between"> and </b>${FORMULA.replaceAll('ID', 'two')}<b id="after"> hold</b></p>`;
  const nodes = [from, to].map((id) => document.getElementById(id)?.firstChild);
  const [start, end] = nodes;
  if (!start || !end) throw new Error('There is no such text.');
  document.getSelection()?.setBaseAndExtent(start, 0, end, end.textContent?.length ?? 0);
  const event = new ClipboardEvent('copy', { clipboardData: new DataTransfer(), cancelable: true });
  document.dispatchEvent(event);
  return event.defaultPrevented ? event.clipboardData?.getData('text/plain') : undefined;
}

test.each([
  ['around them', 'before', 'after', 'So $x^2$ and $x^2$ hold'],
  ['from within one', 'one-power', 'after', '$x^2$ and $x^2$ hold'],
  ['into one', 'before', 'one-base', 'So $x^2$'],
  ['from one to another', 'one-power', 'two-base', '$x^2$ and $x^2$'],
  ['a part of one', 'one-base', 'one-base', '$x^2$'],
  ['none', 'before', 'before', undefined],
  ['what stands between them', 'between', 'between', undefined],
])('%s', (_what, from, to, text) => {
  expect(copied(from, to)).toBe(text);
});
