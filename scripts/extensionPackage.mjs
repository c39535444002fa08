// Builds the extension and packages it as parley-acp.vsix at the root.
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run.mjs';
import { Failure, say } from './say.mjs';
import { root, vsix } from './project.mjs';

/** Set for the programs that a command starts after it has packaged, so that they do not do it again. */
export const packagedVariable = 'PARLEY_PACKAGED';

export async function buildExtension() {
  say('Building …');
  await run('node', ['esbuild.mjs'], {
    failure: 'The build failed: see above, mend it and run the command again.',
  });
}

/** Builds, then writes the .vsix, and hands back its path. */
export async function packageExtension() {
  if (process.env[packagedVariable]) return vsix;
  await buildExtension();
  say('Packaging parley-acp.vsix …');
  rmSync(vsix, { force: true });
  const vsce = join(root, 'node_modules', '@vscode', 'vsce', 'vsce');
  // Everything is bundled, so no dependencies. Without a repository there is nothing to link the README to.
  const args = ['package', '--no-dependencies', '--allow-missing-repository', '--no-rewrite-relative-links'];
  await run('node', [vsce, ...args, '--out', vsix], {
    failure: 'vsce could not package the extension: see above.',
  });
  if (!existsSync(vsix)) throw new Failure('vsce wrote no parley-acp.vsix: see above.');
  return vsix;
}
