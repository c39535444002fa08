// What the page computes while it only shows that the agent works.
import { expect, test } from 'vitest';
import { usePanelPage } from '../harness/panelPage.ts';

const panel = usePanelPage();

const FRAMES = 60;
/** A second passes on the clock of the turn; other programs may make it several. */
const MAX_LAYOUTS = FRAMES / 4;

test('while nothing comes in, what turns is not laid out in each frame', async () => {
  await panel.open('running');
  const ring = panel.page.getByTestId('working').locator('.spinner');
  await ring.waitFor();
  const session = await panel.page.context().newCDPSession(panel.page);
  await session.send('Performance.enable');
  const layouts = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'LayoutCount')?.value ?? Number.NaN;
  };
  const turns = await ring.evaluate((element) => element.getAnimations().map(({ playState }) => playState));
  expect(turns).toEqual(['running']);
  const before = await layouts();
  await panel.page.evaluate(async (count) => {
    for (let frame = 0; frame < count; frame++) await new Promise(requestAnimationFrame);
  }, FRAMES);
  expect((await layouts()) - before).toBeLessThan(MAX_LAYOUTS);
});
