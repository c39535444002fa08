// Joins signing in with VS Code's terminals, input boxes and secret storage.
import type { AbortSignalLike } from '../../../core/base/abort.ts';
import { enteredSecrets } from '../../../core/secrets/launchSecrets.ts';
import type { SessionStore } from '../../../core/sessionLifecycle/sessionStore.ts';
import { RefusedPrompts } from '../core/refusedPrompts.ts';
import { SignIns } from '../core/signIns.ts';
import type { SignInStates } from '../core/signInStates.ts';
import { resolveTerminalCommand } from '../../../agents/signIn/terminalCommand.ts';
import type { Kernel } from '../../../host/kernel.ts';
import { askForVariables } from './askForVariables.ts';
import { runSignInTerminal } from './signInTerminal.ts';

export function joinSignIns({ host, session, secrets }: Kernel, states: SignInStates): SignIns {
  const { store, clock, log, redactors } = host;
  const { agents, sessions } = session;
  const { supervisor } = sessions;
  const refused = new RefusedPrompts({ store, sessions });
  return new SignIns({
    agents,
    states,
    clock,
    log,
    sessions: {
      async restart(agent) {
        await supervisor.restart(agent);
        refused.sendAgain(agent);
      },
      reopen(agent) {
        supervisor.reopen(agent);
        refused.sendAgain(agent);
      },
      losesMemory: (agent) =>
        store.keys().some((key) => store.state(key)?.agent === agent && sessions.isLostByClosing(key)),
      onAnswered: (listener) =>
        store.onEvent('turn_ended', ({ event, state }) => {
          if (event.stopReason === 'end_turn') listener(state.agent);
        }),
      idle: (agent, signal) => idle(store, agent, signal),
    },
    ports: {
      runInTerminal: async ({ label }, command, signal) =>
        runSignInTerminal(label, await resolveTerminalCommand(command, label), signal),
      async askForVariables({ name, label }, method, signal) {
        const values = await askForVariables(label, method, signal);
        // Before anything is done with them that could be logged.
        if (values !== undefined) redactors.of(name).add(enteredSecrets(values));
        return values;
      },
      storeVariables: (agent, values) => secrets.store(agent, values),
      forgetKeys: (agent) => secrets.forgetKeys(agent),
      forgetVariables: (agent) => secrets.forget(agent),
      rememberMethod: (agent, methodId) => secrets.rememberMethod(agent, methodId),
    },
  });
}

/** Resolves when no turn runs in the sessions of an agent, or when `signal` aborts. */
async function idle(store: SessionStore, agent: string, signal: AbortSignalLike): Promise<void> {
  const isIdle = (): boolean =>
    store.keys().every((key) => {
      const state = store.state(key);
      return state?.agent !== agent || state.turn === undefined;
    });
  // When a turn ends, the next prompt of the queue may follow before this goes on.
  while (!isIdle() && !signal.aborted) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const resolveWhenIdle = (): void => {
      if (isIdle()) resolve();
    };
    const turns = store.onEvent(['turn_ended', 'turn_failed'], resolveWhenIdle);
    const closing = store.onListChange(resolveWhenIdle);
    signal.addEventListener('abort', resolve);
    await promise;
    turns.dispose();
    closing.dispose();
  }
}
