// Panel messages about config options.
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import type { PanelHandlers } from '../chat/panelHandlers.ts';
import type { ConfigControls } from './configControls.ts';
import type { StoredChoices } from '../settings/storedChoices.ts';

export interface ConfigHandlersOptions {
  readonly store: SessionStore;
  readonly controls: ConfigControls;
  readonly choices: StoredChoices;
}

export function configHandlers({
  store,
  controls,
  choices,
}: ConfigHandlersOptions): Pick<PanelHandlers, 'set_config_option' | 'toggle_favorite'> {
  return {
    set_config_option: ({ key, configId, value }) => controls.change(key, configId, value),
    toggle_favorite: ({ key, configId, value }) => {
      const agent = store.state(key)?.agent;
      if (agent !== undefined) choices.toggleFavorite(agent, configId, value);
    },
  };
}
