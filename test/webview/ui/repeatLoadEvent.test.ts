// @vitest-environment happy-dom
// What waits for the load of the page, as the elements of the toolkit do to follow the theme, and comes late.
import { afterEach, expect, test, vi } from 'vitest';
import { repeatLoadEvent } from '../../../webview/ui/repeatLoadEvent.ts';

afterEach(() => Reflect.deleteProperty(document, 'readyState'));

test.each([
  ['after it: at once', 'complete', 1],
  ['before it: not twice', 'interactive', 0],
])('the event comes %s', (_when, readyState, times) => {
  Object.defineProperty(document, 'readyState', { configurable: true, value: readyState });
  const listener = vi.fn();
  window.addEventListener('load', listener);
  repeatLoadEvent();
  expect(listener).toHaveBeenCalledTimes(times);
  window.removeEventListener('load', listener);
});
