// A process that owns others, under a keeper: `node ownerProcess.ts KEEPER COMMANDS`.
//
// COMMANDS are shell lines, as JSON. Each is started and owned; once all run it prints `ready`, and it never ends.
import { withoutElectron } from '../../../packages/process/environment.ts';
import { useKeeper } from '../../../packages/process/ownedProcesses.ts';
import { startProcess } from '../../../packages/process/startProcess.ts';
import * as z from 'zod';

const [, , keeper = '', commands = '[]'] = process.argv;
useKeeper(keeper);
for (const line of z.array(z.string()).parse(JSON.parse(commands))) {
  await startProcess(
    { command: 'sh', args: ['-c', line], env: withoutElectron(process.env), cwd: process.cwd() },
    'ignore',
  );
}
process.stdout.write('ready\n');
setInterval(() => {}, 60_000);
