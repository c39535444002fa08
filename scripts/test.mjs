// `npm test`: every check, with an end-to-end journey for each main feature. `npm run test:full`: with all journeys.
import { useMemoryFolder } from './testRun/memoryFolder.mjs';
import { runPhases } from './testRun/phases.mjs';
import { program } from './say.mjs';
import { fullTestPhases, prepareTests, testPhases } from './testRun/testPlan.mjs';

await program(async () => {
  await prepareTests();
  useMemoryFolder();
  if (!process.argv.includes('--full')) return await runPhases(testPhases());
  // Properties are tested with all their cases.
  process.env['PARLEY_FULL_TESTS'] = '1';
  return await runPhases(fullTestPhases());
});
