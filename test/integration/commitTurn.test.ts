// Committing a turn with VS Code's own git: what it stages, and what the commit message is asked with.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import * as vscode from 'vscode';
import type { MessageOptions } from '../../src/features/commit/host/commitMessages.ts';
import { commitTurn } from '../../src/features/commit/host/commitTurn.ts';
import { gitRepositories } from '../../src/features/commit/host/gitRepositories.ts';
import { KEY, withProject, type TrackedProject } from './host/trackedProject.ts';
import { describe, it } from './suite.ts';

const LINES = 'one\ntwo\nthree\nfour\n';

function git(project: TrackedProject, ...args: string[]): string {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@localhost', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', [...identity, ...args], { cwd: project.folder, encoding: 'utf8' });
}

/** Has VS Code open the repository of a project. */
async function openRepository(project: TrackedProject): Promise<void> {
  const root = vscode.Uri.file(project.folder).toString();
  const isOpen = async (): Promise<boolean> =>
    (await gitRepositories())?.some(({ rootUri }) => rootUri.toString() === root) === true;
  // The git extension may still be looking for git.
  for (const end = Date.now() + 20_000; !(await isOpen());) {
    assert.ok(Date.now() < end, 'VS Code opens the repository');
    await vscode.commands.executeCommand('git.openRepository', project.folder);
  }
}

async function commit(project: TrackedProject, entryId: string): Promise<readonly MessageOptions[]> {
  const asked: MessageOptions[] = [];
  await commitTurn(
    { parleySession: KEY, parleyEntry: entryId },
    {
      store: project.store,
      current: { shownKey: undefined },
      turnFiles: (...turn) => project.tracker.turnFiles(...turn),
    },
    {
      write: (_repository, options) => {
        asked.push(options);
        return Promise.resolve();
      },
    },
  );
  return asked;
}

describe('Commit This Turn', () => {
  it(
    'stages the changes of the turn alone, and asks for a message with trailers',
    withProject(async (project) => {
      git(project, 'init', '--quiet');
      project.put('a.txt', LINES);
      git(project, 'add', '--all');
      git(project, 'commit', '--quiet', '--message', 'Begin');
      await openRepository(project);
      project.put('a.txt', LINES.replace('one', 'mine'));
      const entry = await project.turn(() =>
        project.put('a.txt', project.read('a.txt').replace('three', 'AGENT')),
      );
      const [asked, ...others] = await commit(project, entry);
      assert.equal(git(project, 'show', ':a.txt'), LINES.replace('three', 'AGENT'));
      assert.deepEqual(others, []);
      assert.equal(asked?.purpose, 'do it');
      assert.deepEqual(asked.trailers, ['Agent: A']);
      assert.equal(git(project, 'log', '--format=%s').trim(), 'Begin');
      await vscode.commands.executeCommand('notifications.clearAll');
    }),
  );

  it(
    'asks for no message where nothing could be staged',
    withProject(async (project) => {
      git(project, 'init', '--quiet');
      project.put('a.txt', LINES);
      git(project, 'add', '--all');
      git(project, 'commit', '--quiet', '--message', 'Begin');
      await openRepository(project);
      project.put('a.txt', LINES.replace('one', 'mine'));
      const entry = await project.turn(() => project.put('a.txt', LINES.replace('one', 'AGENT')));
      assert.deepEqual(await commit(project, entry), []);
      assert.equal(git(project, 'diff', '--cached'), '');
      await vscode.commands.executeCommand('notifications.clearAll');
    }),
  );
});
