// @vitest-environment happy-dom
// Formulas that KaTeX lays out, and those that stay their source.
import { expect, test, vi } from 'vitest';
import { typeset } from '../../../../webview/features/math/typeset.ts';

// KaTeX asks for a page in standards mode, which this document is not.
vi.hoisted(() => Object.assign(document, { compatMode: 'CSS1Compat' }));

function annotation(source: string, displayed = false): string | null | undefined {
  return typeset(source, displayed)?.querySelector('annotation')?.textContent;
}

test.each([
  ['$x_1$', 'x_1'],
  ['\\(a \\cdot b\\)', 'a \\cdot b'],
  ['$$\n\\sum_i x_i\n$$', '\n\\sum_i x_i\n'],
  ['\\[ \\frac{1}{2} \\]', ' \\frac{1}{2} '],
  ['\\begin{cases} 1 \\\\ 2 \\end{cases}', '\\begin{cases} 1 \\\\ 2 \\end{cases}'],
])('%s is typeset without the signs around it, with MathML for screen readers', (source, tex) => {
  expect(annotation(source, true)).toBe(tex);
  expect(typeset(source, true)?.querySelector('math')).not.toBeNull();
});

test.each([
  ['half a formula', '$\\frac{1}{$'],
  ['an unknown command', '$\\unknowncommand{x}$'],
  ['a command without end', '$\\def\\a{\\a\\a}\\a$'],
  ['a link', '$\\href{https://evil.test}{x}$'],
  ['an image', '$\\includegraphics{https://evil.test/a.png}$'],
  ['a class', '$\\htmlClass{app}{x}$'],
])('%s stays its source', (_what, source) => {
  expect(typeset(source, false)).toBeUndefined();
});

/** A command around itself. */
const nested = (command: string, times: number): string => `$${command.repeat(times)}y${'}'.repeat(times)}$`;

test.each([
  ['powers', 'x^{'],
  ['roots', '\\sqrt{'],
  ['fractions', '\\frac{1}{'],
])(
  '%s in each other are typeset as deep as a page can be, and their source is shown beyond',
  (_what, command) => {
    expect(typeset(nested(command, 30), false)).toBeDefined();
    expect(typeset(nested(command, 60), false)).toBeUndefined();
    expect(typeset(nested(command, 300), true)).toBeUndefined();
  },
);

test('a formula is laid out once', () => {
  expect(typeset('$y^2$', false)).toBe(typeset('$y^2$', false));
});

test.each([
  ['1em', '1em'],
  ['50em', '50em'],
  ['99999em', '50em'],
])('a line of a formula that is to be %s high is %s high', (asked, height) => {
  const rule = typeset(`$\\rule{1em}{${asked}}$`, false)?.querySelector<HTMLElement>('.katex-rule');
  expect(rule?.style.borderTopWidth).toBe(height);
});
