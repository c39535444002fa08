// Files that VS Code opens for an agent, where links change in the meantime.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ServedPath } from '../../../../../src/core/ports/servedSession.ts';
import { openedFile } from '../../../../../src/features/ideTools/host/documents/openedFile.ts';
import { ResultPages } from '../../../../../src/features/ideTools/host/mcp/resultPages.ts';
import { servedSession } from '../../../../support/ide/servedSession.ts';
import { MemoryLog } from '../../../../support/log.ts';
import { resetVscode, vscode, workspace } from '../../../../support/vscode.ts';

beforeEach(() => {
  resetVscode();
  vscode.files.set('/work/a.txt', 'text');
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** The path leads to each of these in turn, and then to the last of them. */
async function open(...leadsTo: readonly ServedPath[]): Promise<string> {
  let index = 0;
  const resolve = async (): Promise<ServedPath> =>
    leadsTo[Math.min(index++, leadsTo.length - 1)] ?? { real: '/work/a.txt', inside: true };
  const { document } = await openedFile('/work/a.txt', {
    session: servedSession({ resolve }),
    baseline: undefined,
    pages: new ResultPages(),
    log: new MemoryLog(),
    signal: new AbortController().signal,
  });
  return document.getText();
}

const inside = { real: '/work/a.txt', inside: true };
const outside = { real: '/home/secret', inside: false };

test('a file is opened while its path leads to the same place, which the user may have allowed outside', async () => {
  expect(await open(inside)).toBe('text');
  expect(await open(outside)).toBe('text');
});

test('a file is refused when its path leads elsewhere after it was opened', async () => {
  await expect(open(inside, outside)).rejects.toThrow('leads to another file');
  await expect(open(inside, { real: '/work/b.txt', inside: true })).rejects.toThrow('leads to another file');
});

test('a file is refused when its path leads elsewhere after it was reloaded', async () => {
  await expect(open(inside, inside, outside)).rejects.toThrow('leads to another file');
});

test('a file that stays older than the disk is waited for as long, also when the clock is set back', async () => {
  vi.spyOn(workspace.fs, 'readFile').mockResolvedValue(new TextEncoder().encode('newer'));
  vi.useFakeTimers();
  const opening = open(inside);
  await vi.advanceTimersByTimeAsync(500);
  vi.setSystemTime(0);
  await vi.advanceTimersByTimeAsync(5_000);
  vi.useRealTimers();
  expect(await Promise.race([opening, new Promise((resolve) => setTimeout(resolve, 500, 'waits'))])).toBe(
    'text',
  );
});
