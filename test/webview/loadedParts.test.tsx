// @vitest-environment happy-dom
// What is loaded after the panel's first picture.
import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { PanelState } from '../../src/core/panel/hostMessage.ts';
import { emptySession } from '../../src/core/session/model.ts';
import { reduce } from '../../src/core/session/reduce/reduce.ts';

const gate = vi.hoisted(() => Promise.withResolvers<void>());

vi.mock('../../webview/parts.ts', async (original) => {
  await gate.promise;
  return await original();
});

const KEY = 'session-1';

// Not that of test/support/panel.tsx, which loads the parts.
const PANEL: PanelState = {
  agent: { name: 'bot', title: 'Bot', isDemo: false, status: { state: 'ready' } },
  signIn: { methods: [], isOpen: false, canSignOut: false, storedVariables: [] },
  enterKey: 'send',
  fontSize: 0,
  fontFamily: '',
  density: 'comfortable',
  direction: 'auto',
  draft: { key: KEY, text: '', isFromThisWindow: false },
  favorites: {},
  steering: [],
  promptCapabilities: { image: true, audio: false, embeddedContext: true },
  sessionAbilities: { fork: false, forkAtPrompt: false, forkAfterAnswer: false },
  branches: [],
};

test('the composer is there at once, and the same when the transcript comes', async () => {
  // Other tests of the same worker have loaded the parts.
  vi.resetModules();
  const { loadParts } = await import('../../webview/loadedParts.ts');
  const { App } = await import('../../webview/app.tsx');
  const { PanelProvider } = await import('../../webview/panelContext.tsx');
  const { PanelStore } = await import('../../webview/store.ts');
  const { ViewState } = await import('../../webview/viewState.ts');
  const store = new PanelStore({ schedule: (notify) => notify(), now: Date.now });
  const ignore = (): undefined => undefined;
  const viewState = new ViewState({ postMessage: ignore, getState: ignore, setState: ignore });
  const content = [{ type: 'text', text: 'Why?' }] as const;
  const state = reduce(emptySession(KEY, 'bot', '/'), { type: 'prompt_started', at: 1, content });
  store.receive({ type: 'snapshot', state, seq: 1 });
  store.receive({ type: 'panel', panel: PANEL });
  render(
    <PanelProvider value={{ store, post: ignore, viewState }}>
      <App />
    </PanelProvider>,
  );
  const composer = screen.getByTestId('composer-input');
  expect(screen.queryByTestId('transcript')).toBeNull();
  gate.resolve();
  await act(async () => await loadParts());
  expect(screen.getByTestId('transcript')).toBeDefined();
  expect(screen.getByTestId('composer-input')).toBe(composer);
});
