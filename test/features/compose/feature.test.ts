// Editors of prompts that are there before the feature is loaded, and files that are asked for then.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Uri } from 'vscode';
import { DisposableStore } from '../../../src/core/base/lifecycle.ts';
import { PROMPT_SCHEME } from '../../../src/features/compose/core/promptScheme.ts';
import { compose } from '../../../src/features/compose/feature.ts';
import { Drafts } from '../../../src/host/prompt/drafts.ts';
import { ManualClock } from '../../support/clock.ts';
import { MemoryLog } from '../../support/log.ts';
import { resetVscode, vscode } from '../../support/vscode.ts';
import { kernelWith } from '../kernelWith.ts';

const prompt = Object.assign(Uri.file('/Prompt.md'), { scheme: PROMPT_SCHEME, query: 'session' });
const other = Object.assign(Uri.file('/a.md'), { scheme: 'file', query: 'session' });

let folder: string;
let owned: DisposableStore;
let drafts: Drafts;

beforeEach(() => {
  resetVscode();
  folder = mkdtempSync(join(tmpdir(), 'parley-compose-'));
  owned = new DisposableStore();
  drafts = owned.add(new Drafts(folder, new ManualClock(), new MemoryLog()));
});

afterEach(async () => {
  await drafts.flush();
  owned.dispose();
  rmSync(folder, { recursive: true });
});

function start(): void {
  const host = { owned, clock: new ManualClock(), log: new MemoryLog() };
  compose.start(kernelWith({ host, chat: { drafts } }));
}

function changeTabs(tabs: readonly object[]): void {
  vscode.tabs.splice(0, Infinity, ...tabs);
  for (const listener of vscode.tabListeners) listener({ opened: [{ input: undefined }], closed: [] });
}

test('the draft of an editor that comes back with the window is known to be there', async () => {
  vscode.tabs.push(other, prompt);
  start();
  await expect.poll(() => drafts.isInEditor('session')).toBe(true);
});

test('so is that of one that VS Code opens later', async () => {
  start();
  changeTabs([other]);
  expect(drafts.isInEditor('session')).toBe(false);
  changeTabs([other, prompt]);
  await expect.poll(() => drafts.isInEditor('session')).toBe(true);
});

test('a draft is read and written as a file before anything of the feature is loaded', async () => {
  drafts.set('session', 'Explain');
  start();
  const files = vscode.fileSystems.get(PROMPT_SCHEME);
  expect(new TextDecoder().decode(await files?.readFile(prompt))).toBe('Explain');
  await files?.writeFile(prompt, new TextEncoder().encode('Explain this'), {
    create: false,
    overwrite: true,
  });
  expect(drafts.of('session')).toBe('Explain this');
  expect(await files?.stat(prompt)).toMatchObject({ size: 15 });
});
