// How far the CLI is with a prompt.

export type TurnState =
  /** The CLI has not answered the command yet. A command of its own is at work until it does. */
  | 'sent'
  /** It has begun with the prompt before it answered the command. */
  | 'begunUnanswered'
  /** It has accepted the prompt, which is not to have begun with it. */
  | 'accepted'
  /** It has accepted the prompt and begun with it. */
  | 'begun';

export const afterAcceptance: Readonly<Record<TurnState, TurnState>> = {
  sent: 'accepted',
  begunUnanswered: 'begun',
  accepted: 'accepted',
  begun: 'begun',
};

export const afterBeginning: Readonly<Record<TurnState, TurnState>> = {
  sent: 'begunUnanswered',
  begunUnanswered: 'begunUnanswered',
  accepted: 'begun',
  begun: 'begun',
};

export function isAccepted(state: TurnState): boolean {
  return state === 'accepted' || state === 'begun';
}

export function hasBegun(state: TurnState): boolean {
  return state === 'begun' || state === 'begunUnanswered';
}
