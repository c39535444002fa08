// Asks the user before something happens, and remembers what they allow for the whole session.
import { methods, type PermissionOption, type ToolCallUpdate } from '@agentclientprotocol/sdk';
import type { DemoTurn } from '../session/demoTurn.ts';

const ONCE = 'allow-once';
const ALWAYS = 'allow-always';
const REJECT = 'reject-once';

/** True when the tool call may go on. Rejects when the turn is cancelled meanwhile. */
export async function isAllowed(turn: DemoTurn, kind: string, toolCall: ToolCallUpdate): Promise<boolean> {
  if (turn.session.alwaysAllowed.has(kind)) return true;
  const options: PermissionOption[] = [
    { optionId: ONCE, name: 'Allow once', kind: 'allow_once' },
    { optionId: ALWAYS, name: 'Allow for this session', kind: 'allow_always' },
    { optionId: REJECT, name: 'Reject', kind: 'reject_once' },
  ];
  const { outcome } = await turn.unlessCancelled(
    turn.client.request(methods.client.session.requestPermission, {
      sessionId: turn.session.id,
      toolCall,
      options,
    }),
  );
  if (outcome.outcome === 'cancelled') {
    // The client has cancelled the turn; should its notification still be on the way, the turn ends all the same.
    turn.cancel();
    turn.signal.throwIfAborted();
    return false;
  }
  if (outcome.optionId === ALWAYS) turn.session.alwaysAllowed.add(kind);
  return outcome.optionId === ONCE || outcome.optionId === ALWAYS;
}
