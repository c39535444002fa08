// Starts the panel: connects the store to the host and renders.
import '@vscode/codicons/dist/codicon.css';
import '../base.css';
import '../ui/primitives.css';
import { createRoot } from 'react-dom/client';
import { configureLocalization, localization } from '../../src/core/text/localization.ts';
import { App } from '../panel/app.tsx';
import { connectBridge, describe } from '../panel/state/bridge.ts';
import { loadParts } from '../panel/state/loadedParts.ts';
import { renderSchedule } from '../panel/state/renderSchedule.ts';
import { PanelProvider } from '../panel/state/panelContext.tsx';
import { takeFocusOfFrame } from '../ui/frameFocus.ts';
import { selectAllInField } from '../ui/selectAllKey.ts';
import { PanelStore } from '../panel/state/store.ts';
import { ViewState } from '../panel/state/viewState.ts';
import '../panel/state/vscodeApi.ts';

const translations = document.getElementById('localization')?.textContent;
if (translations) configureLocalization(localization.parse(JSON.parse(translations)));

const api = acquireVsCodeApi();
const viewState = new ViewState(api, tabStorage());
const inFrames = renderSchedule(window, () => store.flow);
const store: PanelStore = new PanelStore({
  // The first picture waits for no frame: while VS Code starts, frames are long.
  schedule: (render) => (store.view.session === undefined ? queueMicrotask(render) : inFrames(render)),
  now: Date.now,
  isAtEnd: (key) => viewState.scroll(key) === undefined,
});
store.subscribe(() => {
  const key = store.view.session?.key;
  if (key !== undefined) viewState.setShown(key);
});
const post = connectBridge(api, store, viewState, window, globalThis.endEarlyMessages?.());
document.addEventListener('keydown', selectAllInField);
window.addEventListener('pagehide', takeFocusOfFrame(window));
window.addEventListener('pagehide', () => viewState.save());
document.addEventListener('visibilitychange', () => viewState.save());

/** Where a browser is set to store nothing, to ask for it throws. */
function tabStorage(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}

const root = document.getElementById('root');
if (root !== null) {
  const report = (thrown: unknown): void => post({ type: 'webview_error', message: describe(thrown) });
  createRoot(root, { onCaughtError: report, onUncaughtError: report }).render(
    <PanelProvider value={{ store, post, viewState }}>
      <App />
    </PanelProvider>,
  );
  // A button that is not defined yet cannot have the focus that the first picture of it is given.
  loadParts(
    () => import('./parts.ts'),
    ({ registerToolkit }) => registerToolkit(),
  ).then(({ warmUp }) => warmUp(window, () => store.view.session?.turn === undefined), report);
}
