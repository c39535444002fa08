// A git that never answers: snapshots say so, and nothing waits for it for ever.
import { chmodSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { snapshotLimits } from '../../src/snapshots/fileSizes.ts';
import { changes, KEY, turn } from '../support/changes/trackedFolder.ts';
import { useTrackedFolder } from '../support/changes/useTrackedFolder.ts';

const files = useTrackedFolder();

// What a script starts keeps its output open.
test.skipIf(process.platform === 'win32')(
  'the bar says that the folder took too long, and Undo goes on',
  async () => {
    const command = files.beside('git');
    writeFileSync(command, '#!/bin/sh\nsleep 600\n');
    chmodSync(command, 0o755);
    files.put('a.txt', '1\n');
    const window = files.openWindow({ command, limits: { ...snapshotLimits, timeoutMs: 300 } });
    await turn(window, () => files.put('a.txt', 'A\n'));
    await window.tracker.review.undo(KEY);
    expect(changes(window)?.unlisted).toContain('took too long');
  },
);
