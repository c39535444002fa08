// @vitest-environment happy-dom
// A list of which only the rows in sight are in the page.
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { WindowedList } from '../../../webview/ui/WindowedList.tsx';

const ROW_HEIGHT = 24;
const LIST_HEIGHT = 240;

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function show(count: number): HTMLElement {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(LIST_HEIGHT);
  // Rows that are not measured count as rows of the usual height.
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect());
  const items = Array.from({ length: count }, (_, index) => `file ${index}`);
  render(
    <WindowedList
      className="files"
      items={items}
      row={(item, place) => (
        <li key={item} {...place}>
          <button type="button">{item}</button>
        </li>
      )}
    />,
  );
  return screen.getByRole('list');
}

function rows(): readonly string[] {
  return screen.getAllByRole('button').map(({ textContent }) => textContent);
}

function scrollTo(list: HTMLElement, row: number): void {
  // Without layout an element scrolls nowhere, or no further than a stand-in of other tests lets it.
  Object.defineProperty(list, 'scrollTop', { value: row * ROW_HEIGHT, configurable: true });
  fireEvent.scroll(list);
}

/** What the rows and the spaces between them take. */
function height(list: HTMLElement): number {
  return [...list.children].reduce(
    (sum, row) =>
      sum +
      (row instanceof HTMLElement && row.style.height !== '' ? parseFloat(row.style.height) : ROW_HEIGHT),
    0,
  );
}

test('of many rows, those in sight and some around them are in the page', () => {
  const list = show(5_000);
  expect(rows()[0]).toBe('file 0');
  expect(rows().length).toBeLessThan(100);
  scrollTo(list, 2_500);
  expect(rows()).toContain('file 2500');
  expect(rows()).toContain('file 2510');
  expect(rows()).not.toContain('file 0');
  expect(rows().length).toBeLessThan(100);
  expect(height(list)).toBe(5_000 * ROW_HEIGHT);
  scrollTo(list, 4_990);
  expect(rows().at(-1)).toBe('file 4999');
  expect(height(list)).toBe(5_000 * ROW_HEIGHT);
});

test('a screen reader hears where a row stands among all of them', () => {
  const list = show(5_000);
  scrollTo(list, 2_500);
  const row = screen.getByText('file 2500').closest('li');
  expect([row?.getAttribute('aria-posinset'), row?.getAttribute('aria-setsize')]).toEqual(['2501', '5000']);
});

test('a row keeps the focus when it is scrolled out of sight', () => {
  const list = show(5_000);
  screen.getByText('file 3').focus();
  scrollTo(list, 2_500);
  expect(document.activeElement?.textContent).toBe('file 3');
  expect(rows()).toContain('file 2500');
  expect(rows()).not.toContain('file 100');
});

test('of a few rows, all are in the page', () => {
  show(60);
  expect(rows()).toHaveLength(60);
});
