// Changes of config options that the user asks for: pending at once, final or rolled back with the agent's answer.
import type { Agent } from '../ports/agent.ts';
import { configChangeTimedOut, describeError, type UserError } from '../errors.ts';
import type { Disposable } from '../base/lifecycle.ts';
import type { Clock } from '../ports/hostPorts.ts';
import type { ConfigOption, PendingConfigChange } from '../session/configOptions/state.ts';
import type { SessionStore } from '../sessionLifecycle/sessionStore.ts';

/** How long a change may stay without an answer before the control shows the confirmed value again. */
const CHANGE_TIMEOUT_MS = 15_000;

/** Asks the agent to change a value and dispatches the result (R99). */
export async function changeConfigOption(
  services: { readonly store: SessionStore; readonly clock: Clock },
  session: { readonly key: string; readonly sessionId: string; readonly agent: Agent },
  option: ConfigOption,
  value: string | boolean,
): Promise<void> {
  const { store, clock } = services;
  const { key, agent } = session;
  const configId = option.id;
  const pending = (): PendingConfigChange | undefined =>
    store.state(key)?.pendingConfigChanges.find((change) => change.configId === configId);
  store.dispatch(key, { type: 'config_change_requested', at: clock.now(), configId, value });
  const own = pending();
  /** Whether the user has asked for another value since, which stays on display until that change is answered. */
  const isOvertaken = (): boolean => pending() !== undefined && pending() !== own;
  const fail = (error: UserError): void => {
    const at = clock.now();
    if (isOvertaken()) {
      store.dispatch(key, { type: 'notice', at, severity: 'error', text: error.message, error });
    } else {
      store.dispatch(key, { type: 'config_change_failed', at, configId, error });
    }
  };
  let timedOut = false;
  const timer: Disposable = clock.after(CHANGE_TIMEOUT_MS, () => {
    timedOut = true;
    fail(configChangeTimedOut(agent.label, option.name));
  });
  try {
    const answer = await agent.controls.setConfigOption(session.sessionId, option, value);
    const options = answer ?? withValue(store.state(key)?.configOptions ?? [], option, value);
    const at = clock.now();
    if (isOvertaken()) store.dispatch(key, { type: 'config_options', at, options });
    else store.dispatch(key, { type: 'config_options_answered', at, configId, options });
  } catch (error) {
    if (!timedOut) fail(describeError(error));
  } finally {
    timer.dispose();
  }
}

/** The options with one value changed, for the legacy methods that answer with nothing. */
function withValue(
  options: readonly ConfigOption[],
  changed: ConfigOption,
  value: string | boolean,
): readonly ConfigOption[] {
  return options.map((option) => {
    if (option.id !== changed.id) return option;
    if (option.type === 'select' && typeof value === 'string') return { ...option, currentValue: value };
    return option;
  });
}
