// @vitest-environment happy-dom
// The elements of the toolkit follow the theme, also where they are defined after the page was loaded.
import { afterEach, expect, test, vi } from 'vitest';
import { registerToolkit } from '../../../webview/ui/toolkit.ts';

const followTheme = vi.hoisted(() => vi.fn());

// happy-dom cannot define the elements. As the toolkit does, this one follows the theme from the load of the page on.
vi.mock('@vscode/webview-ui-toolkit', () => ({
  provideVSCodeDesignSystem: () => ({
    register: () => window.addEventListener('load', followTheme, { once: true }),
  }),
  vsCodeButton: () => undefined,
  vsCodeProgressRing: () => undefined,
}));

afterEach(() => {
  followTheme.mockReset();
  Reflect.deleteProperty(document, 'readyState');
});

test.each([
  ['after the page was loaded: at once', 'complete', 1],
  ['before it is loaded: not yet', 'interactive', 0],
])('they follow it where they are defined %s', (_when, readyState, times) => {
  Object.defineProperty(document, 'readyState', { configurable: true, value: readyState });
  registerToolkit();
  expect(followTheme).toHaveBeenCalledTimes(times);
  window.dispatchEvent(new Event('load'));
  expect(followTheme).toHaveBeenCalledTimes(1);
});
