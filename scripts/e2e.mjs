// `npm run test:e2e [-- FILTER]`: drives the packaged extension in code-server through Chromium, all but real agents
// that `npm run test:agents` installs.
import { ensureChromium } from './install/chromium.mjs';
import { ensureCodeServer } from './install/codeServer.mjs';
import { ensureDependencies } from './install/dependencies.mjs';
import { packageExtension } from './extensionPackage.mjs';
import { vitestTwice } from './testRun/secondRun.mjs';
import { program } from './say.mjs';

await program(async () => {
  await ensureDependencies();
  await ensureChromium();
  await ensureCodeServer();
  await packageExtension();
  return await vitestTwice('e2e', 'test/e2e/vitest.config.ts', process.argv.slice(2));
});
