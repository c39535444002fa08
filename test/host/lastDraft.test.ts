// The draft that survives the window.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LastDraft } from '../../src/host/lastDraft.ts';
import { ManualClock, MemoryLog } from '../support/scriptedAgent.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-draft-'));
  path = join(folder, 'new', 'draft.json');
});

afterEach(() => rmSync(folder, { recursive: true }));

function open(clock = new ManualClock()) {
  return { clock, draft: new LastDraft(path, clock, new MemoryLog()) };
}

test('what was typed is there in the next window, for its first session only', async () => {
  const { clock, draft } = open();
  draft.set('session-3', 'half a thou');
  draft.set('session-3', 'half a thought');
  clock.advance(1_000);
  await vi.waitFor(() => expect(readFileSync(path, 'utf8')).toContain('thought'));
  const next = open().draft;
  expect(next.of('session-1')).toBe('half a thought');
  expect(next.of('session-2')).toBe('');
});

test('a draft that was sent is gone', () => {
  const { draft } = open();
  draft.set('session-1', 'words');
  draft.set('session-1', '');
  expect(draft.of('session-1')).toBe('');
});

test('a file that was cut off is no draft', () => {
  path = join(folder, 'draft.json');
  writeFileSync(path, '{"text":"ha');
  expect(open().draft.of('session-1')).toBe('');
});
