// The status bar item: it is there once a session is shown, and says what that is doing.
import { beforeEach, expect, test, vi } from 'vitest';
import type { SessionEvent } from '../../../src/core/session/events.ts';
import { DisposableStore, Emitter } from '../../../src/core/base/lifecycle.ts';
import { SessionStore } from '../../../src/core/sessionLifecycle/sessionStore.ts';
import { statusBar } from '../../../src/features/statusBar/feature.ts';
import { MemoryLog } from '../../support/log.ts';
import { resetVscode, vscode } from '../../support/vscode.ts';
import { kernelWith } from '../kernelWith.ts';

const asksForPermission: SessionEvent = {
  type: 'permission_requested',
  at: 3,
  call: { toolCallId: 'edit', title: 'Edit it' },
  request: { requestId: 'request', toolCallId: 'edit', options: [], at: 3 },
};

beforeEach(resetVscode);

const noEvent = () => ({ dispose: () => undefined });

/** A window with two sessions; `show` shows one of them. */
function start() {
  const store = new SessionStore();
  const shown = new Emitter<void>();
  const current: { shownKey: string | undefined; onChange: typeof shown.event } = {
    shownKey: undefined,
    onChange: shown.event,
  };
  const rules = { isReadOnly: false, onChange: noEvent };
  const agents = { existing: () => undefined, onStatusChange: noEvent };
  for (const key of ['one', 'two']) store.create(key, 'Bot', '/');
  statusBar.start(
    kernelWith({
      host: { owned: new DisposableStore(), store, log: new MemoryLog() },
      chat: Object.assign(Object.create(null), { current }),
      session: Object.assign(Object.create(null), { agents }),
      rules,
    }),
  );
  const show = (key: string | undefined): void => {
    current.shownKey = key;
    shown.fire();
  };
  return { store, show };
}

test('there is no item before a session is shown', async () => {
  const { show } = start();
  show(undefined);
  expect(vscode.statusItems).toEqual([]);
  show('one');
  await vi.waitFor(() =>
    expect(vscode.statusItems).toMatchObject([{ isShown: true, text: expect.stringContaining('Bot') }]),
  );
});

test('it says what the shown session does, and not what another one does', async () => {
  const { store, show } = start();
  show('one');
  await vi.waitFor(() => expect(vscode.statusItems).toHaveLength(1));
  const ask = (key: string): void => {
    store.dispatch(key, { type: 'opened', at: 0, sessionId: key });
    store.dispatch(key, { type: 'prompt_started', at: 1, content: [{ type: 'text', text: 'Hi' }] });
  };
  ask('two');
  expect(vscode.statusItems[0]?.text).not.toContain('loading');
  ask('one');
  expect(vscode.statusItems[0]?.text).toContain('$(loading~spin)');
});

test('what it says is parted: the agent, what it needs, and how full the context is', async () => {
  const { store, show } = start();
  store.dispatch('one', { type: 'opened', at: 0, sessionId: 'one' });
  show('one');
  await vi.waitFor(() => expect(vscode.statusItems[0]?.text).toMatch(/^\$\([\w-]+\) Bot$/));
  store.dispatch('one', { type: 'usage', at: 1, usage: { used: 97, size: 100 } });
  expect(vscode.statusItems[0]?.text).toMatch(/\) Bot · 97%$/);
  store.dispatch('one', { type: 'prompt_started', at: 2, content: [{ type: 'text', text: 'Hi' }] });
  store.dispatch('one', asksForPermission);
  expect(vscode.statusItems[0]?.text).toMatch(/\) Bot · Needs input · 97%$/);
});

test('there is one item for all sessions', async () => {
  const { show } = start();
  show('one');
  show('two');
  await vi.waitFor(() => expect(vscode.statusItems).toHaveLength(1));
});
