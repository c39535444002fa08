// @vitest-environment happy-dom
// When KaTeX is loaded, and when a formula is drawn.
import { cleanup, render, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Formula } from '../../../../webview/features/math/Formula.tsx';

const { loadFormulaStyles } = vi.hoisted(() => {
  // KaTeX draws nothing in a page without a doctype, as that of happy-dom.
  Object.defineProperty(document, 'compatMode', { value: 'CSS1Compat' });
  return { loadFormulaStyles: vi.fn(() => Promise.resolve()) };
});
vi.mock('../../../../webview/features/math/formulaStyles.ts', () => ({ loadFormulaStyles }));

afterEach(cleanup);

test('KaTeX is loaded for the beginning of a formula, which is drawn once its block has ended', async () => {
  const { container, rerender } = render(<Formula source="$$\frac{1}" displayed complete={false} />);
  await waitFor(() => expect(loadFormulaStyles).toHaveBeenCalledTimes(1));
  // By now all is loaded that the drawing needs.
  await import('../../../../webview/features/math/TypesetFormula.tsx');
  await waitFor(() => expect(container.innerHTML).toBe('$$\\frac{1}'));
  rerender(<Formula source="$$\frac{1}{2}$$" displayed complete />);
  await waitFor(() => expect(container.querySelector('[data-testid="math"] .katex')).not.toBeNull());
  rerender(<Formula source="$$\frac{1}" displayed complete={false} />);
  expect(container.innerHTML).toBe('$$\\frac{1}');
  expect(loadFormulaStyles).toHaveBeenCalledTimes(1);
});
