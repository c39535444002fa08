// Starting programs: which file a command stands for.
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { startProcess, StartError } from '../../../packages/process/startProcess.ts';
import { temporaryFolder } from '../../support/agentHarness.ts';

function script(folder: string, name: string, output: string): void {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\necho ${output}\n`);
  chmodSync(path, 0o755);
}

async function outputOf(command: string, cwd: string, path: string): Promise<string> {
  const { child } = await startProcess({ command, args: [], env: { PATH: path }, cwd }, 'ignore');
  return child.stdout === null ? '' : text(child.stdout);
}

it.each(['', '.', 'bin'])(
  'a program of the folder is not run where PATH has the entry “%s”',
  async (entry) => {
    const cwd = temporaryFolder();
    const bin = temporaryFolder();
    mkdirSync(join(cwd, 'bin'));
    script(cwd, 'tool', 'repository');
    script(join(cwd, 'bin'), 'tool', 'repository');
    await expect(outputOf('tool', cwd, entry + delimiter)).rejects.toThrow(StartError);
    script(bin, 'tool', 'user');
    expect(await outputOf('tool', cwd, [entry, bin].join(delimiter))).toBe('user\n');
  },
);

it('a relative path is relative to the folder that the program runs in', async () => {
  const cwd = temporaryFolder();
  script(cwd, 'tool', 'chosen');
  expect(await outputOf('./tool', cwd, '')).toBe('chosen\n');
});

it('a name that is not on the PATH is not found', async () => {
  await expect(outputOf('no-such-program', temporaryFolder(), '/usr/bin')).rejects.toMatchObject({
    reason: 'not-found',
  });
});
