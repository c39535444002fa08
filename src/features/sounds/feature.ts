// Sounds when a session finishes, fails or needs input, loaded once the user has turned one on.
import { loadOnce } from '../../core/base/loadOnce.ts';
import { onSettingsChange, readSetting } from '../../host/contributions/settings.ts';
import { feature } from '../../host/feature.ts';
import { inBackground } from '../../host/window/inBackground.ts';

const EVENTS = ['finished', 'waiting', 'failed'] as const;

export const sounds = feature({
  name: 'sounds',
  commands: {},
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
