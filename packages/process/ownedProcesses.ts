// What this process has started and must not leave behind: the one list of it, and what acts on it at the end.
import { KeeperProcess } from './keeper/keeperProcess.ts';
import { newMarker } from './marker.ts';
import type { OwnedProcess } from './ownership.ts';
import type { ProcessIdentity } from './processTable.ts';

const owned = new Map<string, OwnedProcess>();
let keeper: KeeperProcess | undefined;

/**
 * From now on a keeper ends what this process owns, should this process end without doing so: `program` is the file of
 * `keeper/keeper.ts`. It is started with the first process that is owned. The first call counts.
 */
export function useKeeper(program: string): void {
  keeper ??= new KeeperProcess(program, owned);
}

/** A program that is about to be started: its marker is known before it can do anything. */
export function ownNext(): OwnedProcess {
  if (owned.size === 0) process.once('exit', onExit);
  return record({ marker: newMarker() });
}

/** The program has a process now, which leads its own group. */
export function ownLeader({ marker }: OwnedProcess, leader: ProcessIdentity): OwnedProcess {
  return record({ marker, leader });
}

/** Neither the process nor its group is left, so that its id may be given away. Others with its marker are still owned. */
export function disownLeader({ marker }: OwnedProcess): OwnedProcess {
  return owned.has(marker) ? record({ marker }) : { marker };
}

/** All that belonged to it is gone, or cannot be ended. */
export function disown({ marker }: OwnedProcess): void {
  if (!owned.delete(marker)) return;
  if (owned.size === 0) process.off('exit', onExit);
  keeper?.changed({ disown: marker });
}

function record(own: OwnedProcess): OwnedProcess {
  owned.set(own.marker, own);
  keeper?.changed({ own });
  return own;
}

/** Only what can be done at once; the keeper does the rest. */
function onExit(): void {
  for (const { leader } of owned.values()) {
    if (leader === undefined || process.platform === 'win32') continue;
    try {
      process.kill(-leader.pid, 'SIGKILL');
    } catch {
      // It has ended.
    }
  }
}
