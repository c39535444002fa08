// The agent's name in the composer: as much of it as there is room for.
import { describe, expect, test } from 'vitest';
import { usePanelPage } from '../harness/panelPage.ts';

const LONG =
  'Company Assistant for Java Backends, Professional Edition (Staging, Frankfurt am Main, second account)';

describe.each([300, 420, 800])('in %s pixels', (width) => {
  const panel = usePanelPage({ width, height: 600 });

  test('without options beside it, a name is cut only where the send button begins', async () => {
    await panel.open('conversation');
    await panel.dispatch([{ type: 'config_options', at: 1, options: [] }]);
    const select = panel.page.getByTestId('agent-select');
    const name = select.locator('.agent-name');
    await panel.page.locator('.config-bar').waitFor({ state: 'detached' });
    await name.evaluate((element, text) => (element.textContent = text), LONG);
    const box = await select.boundingBox();
    const next = await select.evaluate(
      (element) => element.nextElementSibling?.getBoundingClientRect().left ?? 0,
    );
    expect(next - (box?.x ?? 0) - (box?.width ?? 0)).toBeLessThanOrEqual(4);
    expect(next).toBeLessThan(width);
    expect(await name.evaluate(({ clientWidth, scrollWidth }) => scrollWidth > clientWidth)).toBe(
      width < 800,
    );
    expect(await name.evaluate((element) => getComputedStyle(element).textOverflow)).toBe('ellipsis');
  });
});
