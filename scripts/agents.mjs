// `npm run test:agents [-- FILTER]`: the tests with real agents that are too large for `npm test`.
import { runPhases } from './phases.mjs';
import { program } from './say.mjs';
import { agentPhases, packagePhase, prepareAgents, prepareTests } from './testPlan.mjs';

await program(async () => {
  await prepareTests();
  await prepareAgents();
  return await runPhases([packagePhase, ...agentPhases(process.argv.slice(2))]);
});
