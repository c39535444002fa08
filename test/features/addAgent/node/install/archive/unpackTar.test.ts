// How a tar archive is read while the disk is slower than the decompression.
import { getEventListeners } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  ARCHIVE_LIMITS,
  FolderWriter,
} from '../../../../../../src/features/addAgent/node/install/archive/folderWriter.ts';
import { unpackTar } from '../../../../../../src/features/addAgent/node/install/archive/unpackTar.ts';
import { tarGzip } from '../../../../../support/registry/archives.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-tar-'));
});

afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

/** Reads slowly, and notes how many listen to the signals that end the unpacking. */
class SlowWriter extends FolderWriter {
  readonly signals: AbortSignal[] = [];
  mostListeners = 0;
  bytes = 0;

  override async addFile(_entry: string, _mode: number, content: AsyncIterable<Uint8Array>): Promise<void> {
    for await (const chunk of content) {
      this.bytes += chunk.byteLength;
      await setImmediate();
      const listeners = this.signals.map((signal) => getEventListeners(signal, 'abort').length);
      this.mostListeners = Math.max(this.mostListeners, ...listeners);
    }
  }
}

test('waiting for the disk leaves no listeners behind', async () => {
  const bytes = 8 * 1024 * 1024;
  const file = join(folder, 'download');
  writeFileSync(file, tarGzip([{ name: 'agent', content: 'x'.repeat(bytes) }]));
  const writer = new SlowWriter(folder, ARCHIVE_LIMITS);
  const any = AbortSignal.any.bind(AbortSignal);
  vi.spyOn(AbortSignal, 'any').mockImplementation((signals) => {
    const made = any(signals);
    writer.signals.push(made);
    return made;
  });
  await unpackTar(file, {
    compression: 'gzip',
    writer,
    signal: new AbortController().signal,
    bunzip2Worker: '',
  });
  expect(writer.bytes).toBe(bytes);
  expect(writer.signals).not.toEqual([]);
  expect(writer.mostListeners).toBeLessThan(10);
});
