// The worker that decompresses archives, as it is packaged, in VS Code's extension host.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { bunzip2 } from '../../src/features/addAgent/node/install/archive/bunzip2.ts';
import { TAR_BZIP2 } from '../support/registry/archives.ts';
import { describe, it } from './suite.ts';

describe('An archive of bzip2', () => {
  it('is decompressed by the packaged worker', async () => {
    const extension = vscode.extensions.getExtension('parley.parley-acp');
    assert.ok(extension, 'VS Code does not know parley.parley-acp');
    const folder = mkdtempSync(join(tmpdir(), 'parley-bunzip2-'));
    try {
      const file = join(folder, 'download');
      writeFileSync(file, TAR_BZIP2);
      const worker = join(extension.extensionPath, 'dist', 'bunzip2-worker.js');
      const chunks: Buffer[] = [];
      for await (const chunk of bunzip2(file, worker, new AbortController().signal)) chunks.push(chunk);
      assert.match(Buffer.concat(chunks).toString('latin1'), /^pack\/.*#!\/bin\/sh\n/s);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
