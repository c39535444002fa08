// The demo agent's ways to sign in, which need no network: on its own, in a terminal, by a variable.
import { setTimeout as delay } from 'node:timers/promises';
import { RequestError } from '@agentclientprotocol/sdk';
import { KEY_VARIABLE, type DemoAccount } from './demoAccount.ts';

/** The argument that makes the program sign in, in a terminal, instead of serving a client. */
export const LOGIN_ARGUMENT = '--login';

/** So that the progress can be seen, and cancelled. */
const SIGN_IN_MS = 1_500;

const BY_AGENT = 'demo-agent';

/** As older agents list variables besides: the protocol has no such type any more. */
export const demoAuthMethods = [
  {
    id: BY_AGENT,
    name: 'Demo account',
    description: 'The demo agent signs you in itself. Nothing leaves this machine.',
  },
  {
    id: 'demo-terminal',
    name: 'Demo account in a terminal',
    description: 'A program in a terminal asks for your name.',
    type: 'terminal',
    args: [LOGIN_ARGUMENT],
  },
  {
    id: 'demo-key',
    name: 'Demo key',
    description: 'Any text is accepted as a key.',
    type: 'env_var',
    vars: [{ name: KEY_VARIABLE, label: 'Demo key', secret: true }],
  },
];

/** Serves `authenticate`; rejects where the method is not one of the agent's own, or when it is given up. */
export async function authenticate(
  methodId: string,
  account: DemoAccount,
  signal: AbortSignal,
): Promise<void> {
  if (methodId !== BY_AGENT) throw RequestError.invalidParams({ methodId }, 'There is no such method');
  await delay(SIGN_IN_MS, undefined, { signal });
  account.signIn();
}

/** Throws where a sign-in is needed. */
export function requireSignIn({ isSignedIn }: DemoAccount): void {
  if (!isSignedIn) throw RequestError.authRequired({ message: 'You are not signed in to the demo agent.' });
}
