// A config option as the `modes` that came before config options, for clients that know only those.
import type { SessionConfigOption, SessionModeState } from '@agentclientprotocol/sdk';

/** The option with that id as `modes`; undefined where it is not there or is no list. */
export function modesOf(options: readonly SessionConfigOption[], id: string): SessionModeState | undefined {
  const option = options.find((each) => each.id === id);
  if (option?.type !== 'select') return undefined;
  const values = option.options.flatMap((each) => ('options' in each ? each.options : [each]));
  return {
    currentModeId: option.currentValue,
    availableModes: values.map(({ value, name, description }) => ({
      id: value,
      name,
      ...(description === undefined || description === null ? {} : { description }),
    })),
  };
}

/** What opens a session: the config options, and `modes` beside them as long as clients may know only those. */
export function optionsAndModes(
  configOptions: SessionConfigOption[],
  modeOption: string,
): { configOptions: SessionConfigOption[]; modes?: SessionModeState } {
  const modes = modesOf(configOptions, modeOption);
  return { configOptions, ...(modes === undefined ? {} : { modes }) };
}
