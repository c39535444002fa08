// What a feature contributes, typed: a command or a panel message of it without a handler does not compile.
import { loadOnce } from '../core/base/loadOnce.ts';
import type { MessageTypeOf } from '../core/panel/featureMessages.ts';
import type { PanelHandlers } from './chat/panelHandlers.ts';
import type { ContextKeys } from './contributions/contextKeys.ts';
import { registerCommands, type CommandReaders, type HandlersOf } from './contributions/commands.ts';
import type { Settings } from './contributions/setting.ts';
import type { Kernel } from './kernel.ts';

/** What handles the commands and the panel messages of a feature. */
interface FeatureParts<Name extends string, Arguments> {
  readonly commands: HandlersOf<Arguments>;
  readonly panel: Pick<PanelHandlers, MessageTypeOf<Name>>;
}

interface FeatureOptions<Name extends string, Arguments> {
  readonly name: Name;
  /** Its commands with what reads their arguments. */
  readonly commands: CommandReaders<Arguments>;
  /** Its context keys, which {@link contextSetter} sets. */
  readonly contextKeys?: ContextKeys;
  /** The settings that it alone reads, by `accessTo` of `contributions/settingAccess.ts`. */
  readonly settings?: Settings;
  /** Begins what must follow the window from its start. Returns what loads all else on first use: one dynamic import. */
  readonly start: (kernel: Kernel) => () => Promise<FeatureParts<Name, Arguments>>;
}

/** A feature as the composition root knows it. */
export interface Feature {
  readonly name: string;
  readonly commandIds: readonly string[];
  readonly contextKeyIds: readonly string[];
  readonly settings: Settings;
  /** Begins it and registers its commands. Returns what loads the handlers of its panel messages. */
  readonly start: (kernel: Kernel) => () => Promise<Partial<PanelHandlers>>;
}

export function feature<const Name extends string, Arguments extends object>({
  name,
  commands,
  contextKeys = {},
  settings = {},
  start,
}: FeatureOptions<Name, Arguments>): Feature {
  return {
    name,
    commandIds: Object.keys(commands),
    contextKeyIds: Object.keys(contextKeys),
    settings,
    start(kernel) {
      const load = loadOnce(start(kernel));
      kernel.host.owned.add(registerCommands(commands, async () => (await load()).commands));
      return async () => (await load()).panel;
    },
  };
}
