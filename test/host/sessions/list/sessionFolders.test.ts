// Which sessions stand with the folders of the window: by where the folders are, however they are spelled.
import { mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { folderText, workspaceTest } from '../../../../src/host/sessions/list/sessionFolders.ts';
import { temporaryFolder } from '../../../support/agentHarness.ts';
import { resetVscode, Uri, vscode } from '../../../support/vscode.ts';

let real: string;
let link: string;

beforeEach(() => {
  resetVscode();
  const folder = realpathSync(temporaryFolder());
  real = join(folder, 'real');
  link = join(folder, 'link');
  mkdirSync(join(real, 'below'), { recursive: true });
  mkdirSync(join(folder, 'other'));
  symlinkSync(real, link, process.platform === 'win32' ? 'junction' : 'dir');
});

test('a window that was opened through a link has the sessions of the folder it leads to', () => {
  vscode.folders.push(Uri.file(link));
  const isHere = workspaceTest();
  expect([link, real, `${real}/`, join(real, 'below'), join(link, 'below')].map(isHere)).toEqual([
    true,
    true,
    true,
    true,
    true,
  ]);
  expect(isHere(join(real, '..', 'other'))).toBe(false);
  expect(isHere('/nowhere/at/all')).toBe(false);
  expect([folderText(real), folderText(`${real}/`), folderText(link)]).toEqual(['', '', '']);
});

test('a window that has the folder itself has the sessions that name the link', () => {
  vscode.folders.push(Uri.file(real));
  expect(workspaceTest()(link)).toBe(true);
  expect(folderText(join(real, 'below'))).toBe('below');
});

test('of several folders each has the name that the workspace gives it', () => {
  const other = join(real, '..', 'other');
  vscode.folders.push(Uri.file(real), Uri.file(other));
  // The stand-in for VS Code names each by its path.
  const names = [folderText(real), folderText(link), folderText(other), folderText(join(real, 'below'))];
  expect(names).toEqual([real, real, Uri.file(other).fsPath, 'below']);
});
