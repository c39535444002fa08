// Closes sessions in their agents and opens them again: for other MCP servers, and to end commands. Loaded when that is asked for.
import type { Clock } from '../../ports/hostPorts.ts';
import { hasPrompts } from '../../session/selectors.ts';
import { canReopen } from '../agentSupervisor.ts';
import type { AttachmentRegistry } from '../attachmentRegistry.ts';
import type { SessionAnswers } from '../sessionAnswers.ts';
import type { SessionStore } from '../sessionStore.ts';

export interface ReopeningOptions {
  readonly store: SessionStore;
  readonly clock: Clock;
  readonly attachments: AttachmentRegistry;
  readonly answers: Pick<SessionAnswers, 'close'>;
  /** Opens a session that is in no agent. */
  readonly open: (key: string) => void;
}

/**
 * Opens a session anew in its agent. Resolves to why it could not be, or to undefined when it was asked for: a turn runs,
 * the agent cannot open sessions again, or it cannot close a single one.
 */
export async function reopen(
  { store, clock, attachments, answers, open }: ReopeningOptions,
  key: string,
): Promise<'busy' | 'cannot-reopen' | 'cannot-close' | undefined> {
  const state = store.state(key);
  const attached = attachments.attached(key);
  if (state === undefined || state.turn !== undefined || state.opening) return 'busy';
  if (attached !== undefined) {
    const { agent } = attached;
    if (hasPrompts(state) && !canReopen(agent)) return 'cannot-reopen';
    if (agent.description?.sessions.close !== true) return 'cannot-close';
    // A prompt that comes meanwhile waits.
    store.dispatch(key, { type: 'opening', at: clock.now() });
    await answers.close(attached);
    if (attachments.attached(key) !== attached) return undefined;
    attachments.set(key, { state: 'detached', reason: 'suspended' });
    store.dispatch(key, { type: 'detached', at: clock.now() });
  }
  open(key);
  return undefined;
}

/** Ends the commands that still run after Stop, by closing the session in its agent and opening it again. */
export async function endCommands(options: ReopeningOptions, key: string): Promise<void> {
  const terminals = options.store.state(key)?.terminals ?? [];
  if (terminals.some(({ isForeign, endedAt }) => isForeign && endedAt === undefined))
    await reopen(options, key);
}
