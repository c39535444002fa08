// Follow mode that cannot be loaded, as when the extension was updated under a running window.
import { beforeEach, expect, test, vi } from 'vitest';
import { createFollowMode } from '../../../src/host/editors/createFollowMode.ts';
import { SessionStore } from '../../../src/core/sessionLifecycle/sessionStore.ts';
import { MemoryLog } from '../../support/log.ts';
import { resetVscode, vscode } from '../../support/vscode.ts';

vi.mock('../../../src/host/editors/followMode.ts', () => {
  throw new Error('The file is gone.');
});

beforeEach(resetVscode);

test('a failure to load it is logged', async () => {
  vscode.settings.set('followAgent', true);
  const log = new MemoryLog();
  const follow = createFollowMode({ store: new SessionStore(), current: { shownKey: undefined }, log });
  await vi.waitFor(() => expect(log.lines.join('\n')).toContain('mocking a module'));
  follow.dispose();
});
