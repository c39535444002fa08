// @vitest-environment happy-dom
// In which colors diagrams are drawn where the theme changes: Mermaid itself needs a real browser.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { drawDiagram } from '../../../../webview/features/diagrams/drawDiagram.ts';
import { onThemeChange, themeColors } from '../../../../webview/features/diagrams/pageTheme.ts';

const mermaid = vi.hoisted(() => {
  let color = '';
  return {
    drawn: 0,
    initialize(config: { readonly themeVariables: { readonly textColor: string } }): void {
      color = config.themeVariables.textColor;
    },
    render(_id: string, code: string): Promise<{ readonly svg: string }> {
      mermaid.drawn++;
      return Promise.resolve({ svg: `<svg viewBox="0 0 10 10"><text fill="${color}">${code}</text></svg>` });
    },
  };
});
vi.mock('mermaid', () => ({ default: mermaid }));

function setTheme(name: string, color: string): void {
  document.body.dataset['vscodeThemeId'] = name;
  document.body.style.setProperty('--vscode-foreground', color);
}

/** The color of each picture. */
async function colors(...pictures: readonly ReturnType<typeof drawDiagram>[]) {
  const drawn = await Promise.all(pictures);
  return drawn.map(({ address }) => /fill="([^"]*)"/.exec(decodeURIComponent(address))?.[1]);
}

beforeEach(() => setTheme('Dark', 'white'));
afterEach(() => document.body.removeAttribute('style'));

test('a diagram that waits while the theme changes has the colors of each theme', async () => {
  const waiting = drawDiagram('waits');
  setTheme('Light', 'black');
  expect(await colors(waiting, drawDiagram('waits'))).toEqual(['black', 'black']);
  setTheme('Dark', 'white');
  expect(await colors(drawDiagram('waits'))).toEqual(['white']);
  setTheme('Light', 'black');
  expect(await colors(drawDiagram('waits'))).toEqual(['black']);
});

test('colors that the user sets are those of the diagram, without another theme', async () => {
  expect(await colors(drawDiagram('own'))).toEqual(['white']);
  const changes = vi.fn();
  const stop = onThemeChange(changes);
  const before = themeColors();
  document.documentElement.style.setProperty('--vscode-focusBorder', 'blue');
  await vi.waitFor(() => expect(changes).toHaveBeenCalledTimes(1));
  expect(themeColors()).toBe(before);
  document.body.style.setProperty('--vscode-foreground', 'brown');
  expect(themeColors()).not.toBe(before);
  expect(await colors(drawDiagram('own'))).toEqual(['brown']);
  stop();
});

test('one behind others has them too, and each is drawn once in a theme', async () => {
  const before = mermaid.drawn;
  const first = drawDiagram('first');
  const second = drawDiagram('second');
  const again = drawDiagram('second');
  await first;
  setTheme('High Contrast', 'yellow');
  setTheme('Dark', 'white');
  expect(await colors(first, second, again)).toEqual(['white', 'white', 'white']);
  expect(mermaid.drawn - before).toBe(2);
});

test('one that cannot be drawn keeps none of the others', async () => {
  const bad = drawDiagram('x'.repeat(30_000));
  const good = drawDiagram('good');
  await expect(bad).rejects.toThrow();
  expect(await colors(good)).toEqual(['white']);
});
