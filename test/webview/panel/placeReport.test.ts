// @vitest-environment happy-dom
// On which side of the window a panel is, by what the browser says of the pointer.
import { afterEach, expect, test, vi } from 'vitest';
import { watchPlace } from '../../../webview/panel/placeReport.ts';

afterEach(() => vi.restoreAllMocks());

/** The sides that are reported while the pointer is in panels of 300 px at these places of a window of 1,400 px. */
function reported(...lefts: readonly number[]): readonly string[] {
  const sides: string[] = [];
  const view = Object.assign(Object.create(window), { screenX: 50, outerWidth: 1_400, innerWidth: 300 });
  const end = watchPlace(document, view, (side) => sides.push(side));
  for (const left of lefts) {
    const event = new PointerEvent('pointermove', { clientX: 20, screenX: 50 + left + 20 });
    document.dispatchEvent(event);
  }
  end();
  document.dispatchEvent(new PointerEvent('pointermove', { clientX: 20, screenX: 90 }));
  return sides;
}

test('a panel is left or right of the middle, and each side is reported once', () => {
  expect(reported(48, 60, 1_080, 1_080, 48)).toEqual(['left', 'right', 'left']);
});

test('a panel in the middle says nothing', () => {
  expect(reported(550)).toEqual([]);
});
