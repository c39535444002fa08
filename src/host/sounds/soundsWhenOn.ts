// Loads what plays sounds once the user has turned one on.
import { DisposableStore, type Disposable } from '../../core/base/lifecycle.ts';
import { onSettingsChange, readSetting } from '../contributions/settings.ts';
import { inBackground } from '../window/inBackground.ts';
import type { SoundNotifierOptions } from './soundNotifier.ts';

export function playSoundsWhenOn(options: SoundNotifierOptions): Disposable {
  const owned = new DisposableStore();
  let isLoaded = false;
  const load = async (): Promise<void> => {
    const { playSoundsOfSessions } = await import('./soundNotifier.ts');
    owned.add(playSoundsOfSessions(options));
  };
  const loadWhenOn = (): void => {
    const isOn = (['finished', 'waiting', 'failed'] as const).some((event) => readSetting(`sounds.${event}`));
    if (isLoaded || !isOn) return;
    isLoaded = true;
    inBackground(options.log, load());
  };
  owned.add(onSettingsChange(loadWhenOn));
  loadWhenOn();
  return owned;
}
