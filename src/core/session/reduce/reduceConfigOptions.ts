// Config options: whole states from the agent, changes the user asked for, and what the agent changed by itself.
import { describeChanges } from '../../configOptions/configOptions.ts';
import { addEntry } from './addEntry.ts';
import type { ConfigOption } from '../configOption.ts';
import type { SessionEvent } from '../events.ts';
import type { SessionState } from '../model.ts';

type Of<Type extends SessionEvent['type']> = Extract<SessionEvent, { type: Type }>;

/**
 * The options as the agent reports them by itself. What differs from before is told in the transcript, unless the
 * user's own change is being answered just now.
 */
export function reduceAgentOptions(
  state: SessionState,
  options: readonly ConfigOption[],
  at: number,
): SessionState {
  const changed = { ...state, configOptions: options };
  if (state.pendingConfigChanges.length > 0 || state.configOptions.length === 0) return changed;
  const sentences = describeChanges(state.configOptions, options);
  if (sentences.length === 0) return changed;
  return addEntry(changed, at, { kind: 'notice', severity: 'info', text: `${sentences.join('. ')}.` });
}

/** The legacy mode changed; without an option for it there is nothing to change (R92). */
export function reduceCurrentMode(state: SessionState, modeId: string, at: number): SessionState {
  const options = state.configOptions.map((option) =>
    option.setBy === 'mode' && option.type === 'select' && option.currentValue !== modeId
      ? { ...option, currentValue: modeId }
      : option,
  );
  const isSame = options.every((option, index) => option === state.configOptions[index]);
  return isSame ? state : reduceAgentOptions(state, options, at);
}

/** The answer to a request holds whole, and ends the change it answers (R93). */
export function reduceOptionsAnswered(
  state: SessionState,
  event: Of<'config_options_answered'>,
): SessionState {
  return withoutPending({ ...state, configOptions: event.options }, event.configId);
}

/** The user asked for a value; it shows as pending until the agent answers. */
export function reduceChangeRequested(
  state: SessionState,
  event: Of<'config_change_requested'>,
): SessionState {
  const { configId, value } = event;
  const others = state.pendingConfigChanges.filter((change) => change.configId !== configId);
  return { ...state, pendingConfigChanges: [...others, { configId, value }] };
}

/** The state without a pending change of that option. */
export function withoutPending(state: SessionState, configId: string): SessionState {
  const pendingConfigChanges = state.pendingConfigChanges.filter((change) => change.configId !== configId);
  return { ...state, pendingConfigChanges };
}
