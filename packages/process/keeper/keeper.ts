// The keeper, a program: ends what another process has started once that process is gone, whatever ended it.
//
// The other process writes what it owns to the keeper's standard input, whose end means that it is gone. Even SIGKILL
// closes a pipe.
import { createInterface } from 'node:readline';
import { endProcesses, type OwnedProcess } from '../ownership.ts';
import { isRunning } from '../processTable.ts';
import { systemClock } from '../systemClock.ts';
import { becomesTrueWithin } from '../wait.ts';
import { readMessage } from './keeperMessage.ts';

/** An agent may use the end of its input to end in order. */
const INPUT_MS = 500;
const GRACE_PERIODS = { termMs: 1_500, killMs: 3_000 };

const owned = new Map<string, OwnedProcess>();

async function endAll(): Promise<void> {
  const all = [...owned.values()];
  const leaders = all.flatMap(({ leader }) => leader ?? []);
  await becomesTrueWithin(systemClock, () => !leaders.some(isRunning), INPUT_MS);
  if (all.length > 0) await endProcesses(all, { clock: systemClock, ...GRACE_PERIODS });
  process.exit(0);
}

// What ends the other process may be sent to its whole group or session, and the work begins only then.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.stdin.on('error', () => {});
createInterface({ input: process.stdin })
  .on('line', (line) => {
    const message = readMessage(line);
    if (message === undefined) return;
    if ('own' in message) owned.set(message.own.marker, message.own);
    else owned.delete(message.disown);
  })
  .on('close', () => void endAll());
