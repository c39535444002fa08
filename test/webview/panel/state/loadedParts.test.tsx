// @vitest-environment happy-dom
// What is loaded after the panel's first picture.
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { PanelState } from '../../../../src/core/panel/hostMessage.ts';
import type { PanelMessage } from '../../../../src/core/panel/panelMessage.ts';
import { emptySession } from '../../../../src/core/session/model.ts';
import type { Parts } from '../../../../webview/panel/state/loadedParts.ts';
import { reduce } from '../../../../src/core/session/reduce.ts';

/** The parts are there after this, or are not when it rejects. */
function partsAfter(before: () => Promise<void>): void {
  vi.doMock('../../../../webview/composition/parts.ts', async (original) => {
    await before();
    return await original();
  });
}

afterEach(cleanup);

const KEY = 'session-1';

// Not that of test/support/panel.tsx, which loads the parts.
const PANEL: PanelState = {
  agent: { name: 'bot', title: 'Bot', isDemo: false, status: { state: 'ready' } },
  enterKey: 'send',
  fontSize: 0,
  fontFamily: '',
  density: 'comfortable',
  direction: 'auto',
  draft: { key: KEY, text: '', revision: 0 },
  favorites: {},
  steering: [],
  promptCapabilities: { image: true, audio: false, embeddedContext: true },
  sessionAbilities: { fork: false, forkAtPrompt: false, forkAfterAnswer: false },
  branches: [],
};

/** Opens a panel of modules that no test has loaded. */
async function openFresh() {
  vi.resetModules();
  const loaded = await import('../../../../webview/panel/state/loadedParts.ts');
  const loadParts = (prepare?: (parts: Parts) => void): Promise<Parts> =>
    loaded.loadParts(() => import('../../../../webview/composition/parts.ts'), prepare);
  const { App } = await import('../../../../webview/panel/app.tsx');
  const { PanelProvider } = await import('../../../../webview/panel/state/panelContext.tsx');
  const { PanelStore } = await import('../../../../webview/panel/state/store.ts');
  const { ViewState } = await import('../../../../webview/panel/state/viewState.ts');
  const store = new PanelStore({ schedule: (notify) => notify(), now: Date.now });
  const ignore = (): undefined => undefined;
  const posted: PanelMessage[] = [];
  const viewState = new ViewState({ postMessage: ignore, getState: ignore, setState: ignore });
  const content = [{ type: 'text', text: 'Why?' }] as const;
  const state = reduce(emptySession(KEY, 'bot', '/'), { type: 'prompt_started', at: 1, content });
  store.receive({ type: 'snapshot', state, seq: 1 });
  store.receive({ type: 'panel', panel: PANEL });
  render(
    <PanelProvider value={{ store, post: (message) => posted.push(message), viewState }}>
      <App />
    </PanelProvider>,
  );
  return { loadParts, posted };
}

test('the composer is there at once, and the same when the transcript comes', async () => {
  const gate = Promise.withResolvers<void>();
  partsAfter(() => gate.promise);
  const { loadParts } = await openFresh();
  const composer = screen.getByTestId('composer-input');
  expect(screen.queryByTestId('transcript')).toBeNull();
  gate.resolve();
  await act(async () => await loadParts());
  expect(screen.getByTestId('transcript')).toBeDefined();
  expect(screen.getByTestId('composer-input')).toBe(composer);
});

test('parts that could not be loaded are loaded when the user tries again', async () => {
  partsAfter(() => Promise.reject(new Error('no connection')));
  const prepared: unknown[] = [];
  // React reports what a boundary has caught.
  const reported = vi.spyOn(console, 'error').mockReturnValue(undefined);
  const { loadParts, posted } = await openFresh();
  await act(async () => {
    await expect(loadParts((parts) => prepared.push(parts))).rejects.toThrow();
  });
  expect(screen.getByTestId('error').textContent).toContain('could not be shown');

  // Still not there: that is said again, and in the log.
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  await waitFor(() => expect(posted.at(-1)?.type).toBe('webview_error'));
  expect(await screen.findByTestId('error')).toBeDefined();

  partsAfter(() => Promise.resolve());
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(screen.getByTestId('composer-input')).toBeDefined();
  expect(await screen.findByTestId('transcript')).toBeDefined();
  expect(screen.queryByTestId('error')).toBeNull();
  expect(prepared).toEqual([await loadParts()]);
  reported.mockRestore();
});
