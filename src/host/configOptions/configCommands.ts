// What the commands about config options do.
import type { Chats } from '../chat/openChats.ts';
import type { CommandHandlers } from '../contributions/commands.ts';
import type { ConfigControls } from './configControls.ts';

type ConfigCommandId = Extract<keyof CommandHandlers, `parley.config.${string}`>;

export function configCommands(
  controls: ConfigControls,
  chats: Chats,
): Pick<CommandHandlers, ConfigCommandId> {
  const pick = (category?: string): Promise<void> =>
    chats.keepingFocus(() => controls.pick(category, chats.onTypedAhead));
  return {
    'parley.config.pick': ({ category }) => pick(category),
    'parley.config.cycle': ({ category }) => controls.cycle(category ?? 'mode'),
    'parley.config.pickMode': () => pick('mode'),
    'parley.config.pickModel': () => pick('model'),
    'parley.config.pickThoughtLevel': () => pick('thought_level'),
    'parley.config.cycleMode': () => controls.cycle('mode'),
    'parley.config.cycleModel': () => controls.cycle('model'),
    'parley.config.cycleThoughtLevel': () => controls.cycle('thought_level'),
  };
}
