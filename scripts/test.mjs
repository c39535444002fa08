// `npm test`: every check, with one end-to-end journey for each feature. `npm run test:full`: with all journeys.
import { runPhases } from './phases.mjs';
import { program } from './say.mjs';
import { fullTestPhases, journeys, prepareTests, testPhases } from './testPlan.mjs';

await program(async () => {
  await prepareTests();
  return await runPhases(process.argv.includes('--full') ? fullTestPhases() : testPhases(journeys));
});
