// Follow mode that cannot be loaded, as when the extension was updated under a running window.
import { beforeEach, expect, test, vi } from 'vitest';
import { DisposableStore } from '../../../src/core/base/lifecycle.ts';
import { SessionStore } from '../../../src/core/sessionLifecycle/sessionStore.ts';
import { followMode } from '../../../src/features/followMode/feature.ts';
import { MemoryLog } from '../../support/log.ts';
import { resetVscode, vscode } from '../../support/vscode.ts';
import { kernelWith } from '../kernelWith.ts';

vi.mock('../../../src/features/followMode/host/followMode.ts', () => {
  throw new Error('The file is gone.');
});

beforeEach(resetVscode);

test('a failure to load it is logged', async () => {
  vscode.settings.set('followAgent', true);
  const log = new MemoryLog();
  const owned = new DisposableStore();
  followMode.start(kernelWith({ host: { owned, store: new SessionStore(), log } }));
  await vi.waitFor(() => expect(log.lines.join('\n')).toContain('mocking a module'));
  owned.dispose();
});
