// `npm run test:e2e [-- FILTER]`: drives the packaged extension in code-server through Chromium.
import { ensureChromium } from './chromium.mjs';
import { ensureCodeServer } from './codeServer.mjs';
import { ensureDependencies } from './dependencies.mjs';
import { packageExtension } from './extensionPackage.mjs';
import { removeResults, vitestReporters } from './results.mjs';
import { exitCode } from './run.mjs';
import { program } from './say.mjs';

await program(async () => {
  await ensureDependencies();
  await ensureChromium();
  await ensureCodeServer();
  await packageExtension();
  removeResults('e2e');
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/e2e/vitest.config.ts'];
  return await exitCode('node', [...vitest, ...vitestReporters('e2e'), ...process.argv.slice(2)]);
});
