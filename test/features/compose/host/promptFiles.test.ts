// The drafts as files that editors save.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as vscode from 'vscode';
import { PROMPT_SCHEME } from '../../../../src/features/compose/core/promptScheme.ts';
import { PromptFiles } from '../../../../src/features/compose/host/promptFiles.ts';
import { Drafts } from '../../../../src/host/prompt/drafts.ts';
import { ManualClock } from '../../../support/clock.ts';
import { MemoryLog } from '../../../support/log.ts';

const KEY = 'session';
const address = Object.assign(vscode.Uri.file('/Prompt.md'), { scheme: PROMPT_SCHEME, query: KEY });

let folder: string;
let drafts: Drafts;
let files: PromptFiles;
let changes: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-prompt-'));
  drafts = new Drafts(folder, new ManualClock(), new MemoryLog());
  files = new PromptFiles(drafts);
  drafts.set(KEY, 'one\ntwo');
  changes = 0;
  drafts.onTextChange(() => changes++);
});

afterEach(async () => {
  files.dispose();
  await drafts.flush();
  drafts.dispose();
  rmSync(folder, { recursive: true });
});

const save = (text: string): void => files.writeFile(address, new TextEncoder().encode(text));

test.each([
  ['as it is', 'one\ntwo'],
  ['with other line ends', 'one\r\ntwo'],
  ['with a byte order mark', '\uFEFFone\ntwo'],
])('a draft that is saved %s is not changed', (_how, text) => {
  const { mtime } = files.stat(address);
  save(text);
  expect(drafts.revisionOf(KEY)).toBe(1);
  expect(changes).toBe(0);
  expect(files.stat(address).mtime).toBeGreaterThan(mtime);
});

test('another text that is saved is the draft', () => {
  save('three');
  expect(drafts.of(KEY)).toBe('three');
  expect(drafts.revisionOf(KEY)).toBe(2);
  expect(changes).toBe(1);
});
