// `npm run test:hostile [-- --long] [FILTER]`: a hostile agent, a hostile repository, and bad luck.
import { ensureDependencies } from './install/dependencies.mjs';
import { removeResults, vitest } from './testRun/results.mjs';
import { program } from './say.mjs';

const LONG = '--long';

await program(async () => {
  await ensureDependencies();
  removeResults('hostile');
  const args = process.argv.slice(2);
  if (args.includes(LONG)) process.env['PARLEY_HOSTILE_LONG'] = '1';
  const filters = args.filter((each) => each !== LONG);
  return await vitest('hostile', ['--config', 'test/hostile/vitest.config.ts', ...filters]);
});
