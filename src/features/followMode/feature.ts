// Follow mode: the editor shows the places an agent works at. It is loaded when it is turned on: most windows never use it.
import { loadOnce } from '../../core/base/loadOnce.ts';
import { nothing } from '../../host/contributions/commandArguments.ts';
import { feature } from '../../host/feature.ts';
import { inBackground } from '../../host/window/inBackground.ts';
import { onSettingsChange, readSetting, settings } from './host/followSettings.ts';

export const followMode = feature({
  name: 'followMode',
  commands: {
    'parley.toggleFollow': nothing,
    'parley.turnOnFollow': nothing,
    'parley.turnOffFollow': nothing,
  },
  settings,
  start: (kernel) => {
    const { owned, store, log } = kernel.host;
    const load = loadOnce(async () => {
      const { FollowMode } = await import('./host/followMode.ts');
      const mode = owned.add(new FollowMode({ store, current: kernel.chat.current, log }));
      return {
        commands: {
          'parley.toggleFollow': () => mode.toggle(),
          'parley.turnOnFollow': () => mode.turn(true),
          'parley.turnOffFollow': () => mode.turn(false),
        },
        panel: {},
      };
    });
    const loadIfOn = (): void => {
      if (readSetting('followAgent')) inBackground(log, load());
    };
    owned.add(onSettingsChange((affects) => affects('followAgent') && loadIfOn()));
    loadIfOn();
    return load;
  },
});
