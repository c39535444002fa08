// The status bar item of the shown session.
import { loadOnce } from '../../core/base/loadOnce.ts';
import { feature } from '../../host/feature.ts';
import { inBackground } from '../../host/window/inBackground.ts';

export const statusBar = feature({
  name: 'statusBar',
  commands: {},
  start: (kernel) => {
    const { owned, log } = kernel.host;
    const { current } = kernel.chat;
    const load = loadOnce(async () => {
      const { StatusBar } = await import('./host/statusBar.ts');
      owned.add(new StatusBar(kernel));
      return { commands: {}, panel: {} };
    });
    // Before, there is nothing to show.
    owned.add(
      current.onChange(() => {
        if (current.shownKey !== undefined) inBackground(log, load());
      }),
    );
    return load;
  },
});
