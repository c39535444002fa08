// A process with an agent and its terminals, as the extension host is one: `node hostProcess.ts KEEPER AGENT STEPS FOLDER`.
//
// AGENT is the raw agent and STEPS what it does. Whatever it asks for is allowed. The process never ends by itself.
import { AcpConnection } from '../../../src/agents/acpConnection.ts';
import { terminalsInRoots } from '../../../src/files/terminalFolder.ts';
import { useKeeper } from '../../../packages/process/ownedProcesses.ts';
import { systemClock } from '../../../packages/process/systemClock.ts';

const [, , keeper = '', agent = '', steps = '[]', folder = ''] = process.argv;
const nothing = (): void => undefined;

useKeeper(keeper);
const connection = new AcpConnection({
  name: 'raw',
  launch: () => ({ command: process.execPath, args: [agent, steps], env: {}, cwd: folder }),
  client: {
    sessionUpdate: nothing,
    requestReceived: nothing,
    elicitationCompleted: nothing,
    requestElicitation: async () => ({ action: 'cancel' }),
    requestPermission: async () => ({ outcome: 'cancelled' }),
    requestAccess: async () => ({ close: nothing }),
  },
  clientInfo: { name: 'parley', title: 'Parley', version: '0.0.0' },
  clock: systemClock,
  log: { info: nothing, warn: nothing, error: nothing },
  terminals: terminalsInRoots,
});
await connection.connect();
await connection.sessions.create({ cwd: folder, additional: [] });
setInterval(nothing, 60_000);
