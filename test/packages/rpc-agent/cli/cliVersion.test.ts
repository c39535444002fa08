// The version that a CLI is shown with: that of its own package.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cliVersion } from '../../../../packages/rpc-agent/src/cli/cliVersion.ts';
import { temporaryFolder } from '../../../support/agentHarness.ts';

function install(): { readonly folder: string; readonly script: string } {
  const folder = temporaryFolder();
  const dist = join(folder, 'lib', 'pi', 'dist');
  mkdirSync(dist, { recursive: true });
  mkdirSync(join(folder, 'bin'));
  // A folder of a build may have a manifest of its own, which is not that of the package.
  writeFileSync(join(dist, 'package.json'), '{"type":"module","version":"0"}');
  writeFileSync(join(folder, 'lib', 'pi', 'package.json'), '{"version":"0.87.1","bin":{"pi":"dist/cli.js"}}');
  writeFileSync(join(dist, 'cli.js'), '');
  symlinkSync(join(dist, 'cli.js'), join(folder, 'bin', 'pi'));
  return { folder, script: join(dist, 'cli.js') };
}

test('a program on PATH, by its path, or run by an interpreter has the version of its package', () => {
  const { folder, script } = install();
  const env = { PATH: join(folder, 'bin') };
  expect(cliVersion({ command: 'pi', args: ['--mode', 'rpc'], env })).toBe('0.87.1');
  expect(cliVersion({ command: join(folder, 'bin', 'pi'), args: [], env: {} })).toBe('0.87.1');
  expect(cliVersion({ command: process.execPath, args: [script, '--mode', 'rpc'], env })).toBe('0.87.1');
});

test('a program in no package, or one that is not there, has none', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'cli'), '');
  writeFileSync(join(folder, 'package.json'), '{"version":');
  expect(cliVersion({ command: join(folder, 'cli'), args: [], env: {} })).toBeUndefined();
  expect(cliVersion({ command: 'pi', args: [], env: { PATH: folder } })).toBeUndefined();
});
