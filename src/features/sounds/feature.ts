// Sounds when a session finishes, fails or needs input, loaded once the user has turned one on.
import { loadOnce } from '../../core/base/loadOnce.ts';
import { feature } from '../../host/feature.ts';
import { inBackground } from '../../host/window/inBackground.ts';
import { onSettingsChange, readSetting, settings } from './host/soundSettings.ts';

const EVENTS = ['finished', 'waiting', 'failed'] as const;

export const sounds = feature({
  name: 'sounds',
  commands: {},
  settings,
  start: ({ host }) => {
    const load = loadOnce(async () => {
      const { playSoundsOfSessions } = await import('./host/soundNotifier.ts');
      host.owned.add(playSoundsOfSessions(host));
      return { commands: {}, panel: {} };
    });
    const loadWhenOn = (): void => {
      if (EVENTS.some((event) => readSetting(`sounds.${event}`))) inBackground(host.log, load());
    };
    host.owned.add(onSettingsChange(loadWhenOn));
    loadWhenOn();
    return load;
  },
});
