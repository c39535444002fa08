// `npm run package`: writes parley-acp.vsix at the root.
import { relative } from 'node:path';
import { ensureDependencies } from './install/dependencies.mjs';
import { packageExtension } from './extensionPackage.mjs';
import { root } from './project.mjs';
import { program, say } from './say.mjs';

await program(async () => {
  await ensureDependencies();
  say(`Wrote ${relative(root, await packageExtension())}.`);
});
