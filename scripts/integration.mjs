// `npm run test:integration`: runs test/integration inside a real extension host.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureChromium } from './install/chromium.mjs';
import { ensureCodeServer } from './install/codeServer.mjs';
import { ensureDependencies } from './install/dependencies.mjs';
import { buildExtension, packagedVariable } from './extensionPackage.mjs';
import { root, stateDirectory } from './project.mjs';
import { removeResults } from './results.mjs';
import { exitCode } from './run.mjs';
import { program, say } from './say.mjs';

await program(async () => {
  await ensureDependencies();
  if (!process.env[packagedVariable]) await buildExtension();
  removeResults('integration');
  const suite = await bundleSuite();
  const desktop = await desktopPossible();
  if (!desktop) {
    await ensureChromium();
    await ensureCodeServer();
  }
  say(desktop ? 'Starting a desktop VS Code …' : 'Starting the VS Code of code-server in Chromium …');
  return await exitCode('node', [
    'test/integration/host/main.ts',
    desktop ? 'desktop' : 'code-server',
    suite,
  ]);
});

/** Bundles every *.test.ts of the folder with the exported run() into one file, and hands back its path. */
async function bundleSuite() {
  const { build } = await import('esbuild');
  const directory = join(root, 'test', 'integration');
  const tests = readdirSync(directory).filter((name) => name.endsWith('.test.ts'));
  const imports = tests.map((name) => `import './${name}';`);
  const outfile = join(stateDirectory, 'integration', 'suite.cjs');
  await build({
    stdin: {
      contents: [...imports, "export { run } from './suite.ts';"].join('\n'),
      resolveDir: directory,
      sourcefile: 'suite-entry.ts',
    },
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    external: ['vscode'],
    sourcemap: 'inline',
    // With them what a module imports may be set up after it, where another one imports the same on use.
    ignoreAnnotations: true,
    logLevel: 'warning',
    outfile,
  });
  return outfile;
}

/** Whether @vscode/test-electron can run here: a VS Code is given or can be downloaded, and a window can open. */
async function desktopPossible() {
  if (process.env['VSCODE_EXECUTABLE']) return true;
  const windowless =
    process.platform === 'linux' && !(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']);
  if (windowless) return false;
  try {
    const url = 'https://update.code.visualstudio.com/api/releases/stable';
    return (await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(3000) })).ok;
  } catch {
    return false;
  }
}
