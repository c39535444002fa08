// Loads follow mode when it is turned on: most windows never use it.
import { loadOnce } from '../../core/base/loadOnce.ts';
import { DisposableStore, type Disposable } from '../../core/base/lifecycle.ts';
import type { CommandHandlers } from '../contributions/commands.ts';
import { onSettingsChange, readSetting } from '../contributions/settings.ts';
import { inBackground } from '../window/inBackground.ts';
import type { FollowModeOptions } from './followMode.ts';

type FollowHandlers = Pick<CommandHandlers, 'parley.toggleFollow'>;

/** Follows the shown session while `parley.followAgent` is set. */
export function createFollowMode(
  options: FollowModeOptions,
): Disposable & { readonly handlers: FollowHandlers } {
  const owned = new DisposableStore();
  const load = loadOnce(async () => owned.add(new (await import('./followMode.ts')).FollowMode(options)));
  const loadIfOn = (): void => {
    if (readSetting('followAgent')) inBackground(options.log, load());
  };
  owned.add(onSettingsChange((affects) => affects('followAgent') && loadIfOn()));
  loadIfOn();
  return {
    handlers: { 'parley.toggleFollow': async () => (await load()).toggle() },
    dispose: () => owned.dispose(),
  };
}
