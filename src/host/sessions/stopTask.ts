// Stops a task that an agent runs beside its turns, alone.
import { describeError } from '../../core/errors.ts';
import type { Agent } from '../../core/ports/agent.ts';
import type { Clock } from '../../core/ports/hostPorts.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';

interface StopTaskOptions {
  readonly store: SessionStore;
  readonly agents: { existing(name: string): Agent | undefined };
  readonly clock: Clock;
}

/** The transcript says where it fails. The task is there until its agent says that it has ended. */
export async function stopTask(
  { store, agents, clock }: StopTaskOptions,
  key: string,
  taskId: string,
): Promise<void> {
  const { agent = '', sessionId } = store.state(key) ?? {};
  if (sessionId === undefined) return;
  try {
    await agents.existing(agent)?.controls.stopTask(sessionId, taskId);
  } catch (error) {
    const { message } = describeError(error);
    store.dispatch(key, { type: 'notice', at: clock.now(), severity: 'warning', text: message });
  }
}
