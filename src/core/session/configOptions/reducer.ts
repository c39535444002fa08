// Config options: whole states from the agent, changes the user asked for, and what the agent changed on its own.
import { describeChanges } from '../../configOptions/configOptions.ts';
import { withLegacyOptions } from '../../configOptions/legacyOptions.ts';
import { addEntry } from '../addEntry.ts';
import type { ConfigOption } from './state.ts';
import type { SessionState } from '../model.ts';
import type { Topic } from '../topic.ts';
import { addError } from '../notice/reducer.ts';
import { withOptions } from '../usage/reducer.ts';

export const configOptionsTopic: Topic<
  | 'config_options'
  | 'current_mode'
  | 'config_options_answered'
  | 'config_change_requested'
  | 'config_change_failed'
> = {
  handlers: {
    config_options: (state, { options, at }) => reduceAgentOptions(state, withLegacy(state, options), at),

    current_mode: (state, { modeId, at }) => reduceCurrentMode(state, modeId, at),

    /** The answer to a request holds whole, and ends the change it answers (R93). */
    config_options_answered: (state, { options, configId }) =>
      withoutPending(withChosen(withOptions(state, withLegacy(state, options)), configId), configId),

    /** The user asked for a value; it shows as pending until the agent answers. */
    config_change_requested(state, { configId, value }) {
      const others = state.pendingConfigChanges.filter((change) => change.configId !== configId);
      return { ...state, pendingConfigChanges: [...others, { configId, value }] };
    },

    config_change_failed: (state, { configId, error, at }) =>
      addError(withoutPending(state, configId), error, at),
  },
  updates: {
    config_options: { inReplay: 'fact', isSignOfLife: false },
    current_mode: { inReplay: 'fact', isSignOfLife: false },
  },
};

/**
 * The options as the agent reports them on its own. What differs from before is reported in the transcript, unless the
 * user's own change is being answered just now.
 */
function reduceAgentOptions(state: SessionState, options: readonly ConfigOption[], at: number): SessionState {
  const changed = withCurrentChoices(withOptions(state, options));
  if (state.pendingConfigChanges.length > 0 || state.configOptions.length === 0) return changed;
  // While the session is opened again, what the user chose is set again.
  const isChosen = ({ id }: ConfigOption): boolean =>
    state.opening && state.chosenOptions?.some(({ configId }) => configId === id) === true;
  const unexpected = options.filter((option) => !isChosen(option));
  const sentences = describeChanges(state.configOptions, unexpected);
  if (sentences.length === 0) return changed;
  return addEntry(changed, at, { kind: 'notice', severity: 'info', text: sentences.join(' ') });
}

/** Config options are reported whole (R93), but what stands beside them is no part of that. */
function withLegacy(state: SessionState, options: readonly ConfigOption[]): readonly ConfigOption[] {
  const legacy = state.configOptions.filter(({ setBy }) => setBy !== 'config_option');
  const reported = options.some(({ setBy }) => setBy !== 'config_option');
  return legacy.length === 0 || reported ? options : withLegacyOptions(options, legacy);
}

/** The legacy mode changed; without an option for it there is nothing to change (R92). */
function reduceCurrentMode(state: SessionState, modeId: string, at: number): SessionState {
  const options = state.configOptions.map((option) =>
    option.setBy === 'mode' && option.type === 'select' && option.currentValue !== modeId
      ? { ...option, currentValue: modeId }
      : option,
  );
  const isSame = options.every((option, index) => option === state.configOptions[index]);
  return isSame ? state : reduceAgentOptions(state, options, at);
}

/** The state after the agent's answer to a change that the user asked for. */
function withChosen(state: SessionState, configId: string): SessionState {
  const asked = state.pendingConfigChanges.find((change) => change.configId === configId);
  const option = state.configOptions.find(({ id }) => id === configId);
  const current = withCurrentChoices(state);
  if (asked === undefined || option?.currentValue !== asked.value) return current;
  const others = (current.chosenOptions ?? []).filter((choice) => choice.configId !== configId);
  return { ...current, chosenOptions: [...others, asked] };
}

/**
 * The state without the choices that the agent has replaced by values of its own. While the session is being opened the
 * agent reports its defaults, which replace nothing.
 */
function withCurrentChoices(state: SessionState): SessionState {
  const { chosenOptions, ...rest } = state;
  if (chosenOptions === undefined || state.opening) return state;
  const current = chosenOptions.filter(({ configId, value }) => {
    const isPending = state.pendingConfigChanges.some((change) => change.configId === configId);
    const option = state.configOptions.find(({ id }) => id === configId);
    return isPending || option === undefined || option.currentValue === value;
  });
  if (current.length === chosenOptions.length) return state;
  return current.length === 0 ? rest : { ...rest, chosenOptions: current };
}

/** The state without a pending change of that option. */
function withoutPending(state: SessionState, configId: string): SessionState {
  const pendingConfigChanges = state.pendingConfigChanges.filter((change) => change.configId !== configId);
  return { ...state, pendingConfigChanges };
}
