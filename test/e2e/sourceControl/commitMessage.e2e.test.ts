// An agent writes a commit message into the input box of Source Control, in a session that is in no list.
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { useParley } from '../harness/useParley.ts';

const parley = useParley({ files: { 'notes.txt': 'one\n' }, beforeLoad: makeRepository });

async function git(...args: readonly string[]): Promise<string> {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@localhost'];
  const cwd = parley.server.workspace;
  return (await promisify(execFile)('git', [...identity, ...args], { cwd })).stdout;
}

/** The git extension looks for repositories when it is activated. */
async function makeRepository(): Promise<void> {
  await git('init', '--initial-branch=main');
  await git('add', '.');
  await git('commit', '-m', 'Begin');
  writeFileSync(join(parley.server.workspace, 'notes.txt'), 'one\ntwo\n');
  writeFileSync(join(parley.server.workspace, 'other.txt'), 'other\n');
  await git('add', 'notes.txt');
}

test('the sparkle of Source Control writes the message of what is staged, and it can be undone', async () => {
  const { page } = parley.window;
  await page.locator('.activitybar .codicon-source-control-view-icon').first().click();
  const view = page.locator('.scm-view');
  await view.getByText('notes.txt').first().waitFor();
  const input = view.locator('.scm-editor');
  // The buttons of the title are there while the pointer is on it.
  const title = page.locator('.part.sidebar .pane-header').first();
  const button = (icon: string): Locator => title.locator(`.codicon-${icon}`);
  await title.hover();
  await button('sparkle').click();
  await input.getByText('Update notes.txt').waitFor();
  await title.hover();
  await button('discard').waitFor();
  await parley.window.screenshot('commitMessage-written');
  await button('discard').click();
  await expect.poll(() => input.getByText('Update notes.txt').count()).toBe(0);
  await expect.poll(() => button('discard').count()).toBe(0);
  expect((await git('log', '--format=%s')).trim()).toBe('Begin');
});
