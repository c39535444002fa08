// `.ci/run`: what `npm run test:full` and `npm run test:agents` run, in one go and with one closing line.
import { useMemoryFolder } from './testRun/memoryFolder.mjs';
import { agentPhases, fullTestPhases, prepareAgents, prepareTests } from './testRun/testPlan.mjs';
import { runPhases } from './testRun/phases.mjs';
import { program } from './say.mjs';

await program(async () => {
  await prepareTests();
  await prepareAgents();
  useMemoryFolder();
  return await runPhases([...fullTestPhases(), ...agentPhases()]);
});
