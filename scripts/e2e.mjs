// `npm run test:e2e [-- FILTER]`: drives the packaged extension in code-server through Chromium, all but real agents
// that `npm run test:agents` installs.
import { ensureChromium } from './install/chromium.mjs';
import { ensureCodeServer } from './install/codeServer.mjs';
import { ensureDependencies } from './install/dependencies.mjs';
import { packageExtension } from './extensionPackage.mjs';
import { removeResults, vitest } from './results.mjs';
import { program } from './say.mjs';

await program(async () => {
  await ensureDependencies();
  await ensureChromium();
  await ensureCodeServer();
  await packageExtension();
  removeResults('e2e');
  return await vitest('e2e', ['--config', 'test/e2e/vitest.config.ts', ...process.argv.slice(2)]);
});
