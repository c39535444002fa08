// Whether somebody is signed in to the demo agent: a file beside its sessions, so that a sign-in in a terminal counts too.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The variable whose value signs in; any will do. */
export const KEY_VARIABLE = 'PARLEY_DEMO_KEY';

const FILE = 'account';

export interface DemoAccount {
  readonly isSignedIn: boolean;
  signIn(): void;
  signOut(): void;
}

export interface DemoAccountOptions {
  /** Where it is stored; without one, it is known as long as the process runs. */
  readonly folder: string | undefined;
  /** Whether nobody is signed in at first. */
  readonly startsSignedOut: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Reads and writes the file whenever it is asked. */
export function demoAccount({ folder, startsSignedOut, env }: DemoAccountOptions): DemoAccount {
  const path = folder === undefined || folder === '' ? undefined : join(folder, FILE);
  let inMemory: string | undefined;
  const read = (): string | undefined => {
    if (path === undefined) return inMemory;
    try {
      return readFileSync(path, 'utf8');
    } catch {
      return undefined;
    }
  };
  const write = (state: string): void => {
    inMemory = state;
    if (folder === undefined || path === undefined) return;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // Removing the file first prevents a write through a link that somebody else put there.
    rmSync(path, { force: true });
    writeFileSync(path, state, { mode: 0o600, flag: 'wx' });
  };
  return {
    get isSignedIn() {
      const state = read() ?? (startsSignedOut ? 'out' : 'in');
      return state === 'in' || (env[KEY_VARIABLE] ?? '') !== '';
    },
    signIn: () => write('in'),
    signOut: () => write('out'),
  };
}
