// The only place where the panel receives messages from the host and sends them.
import { hostMessage, packedMessage } from '../../../src/core/panel/hostMessage.ts';
import type { PanelMessage } from '../../../src/core/panel/panelMessage.ts';
import type { PanelStore } from './store.ts';
import type { ViewState } from './viewState.ts';
import { userPlatform } from '../../ui/keyText.ts';
import type { VsCodeApi } from './vscodeApi.ts';

/** Sends a message to the host; never awaited. */
export type Post = (message: PanelMessage) => void;

/** Browsers report this when an observer's effects need more than one frame; nothing is lost. */
const HARMLESS = /^ResizeObserver loop/;

/**
 * Connects the store to the host: every message is parsed and applied, a gap requests a snapshot, and errors of the page
 * are reported. `early` are the messages that came since the page requested the first snapshot; without them it is requested
 * now. Returns the function that posts.
 */
export function connectBridge(
  api: VsCodeApi,
  store: PanelStore,
  viewState: Pick<ViewState, 'forget'>,
  target: Window,
  early: readonly unknown[] | undefined,
): Post {
  const post: Post = (message) => api.postMessage(message);
  const report = (message: string): void => post({ type: 'webview_error', message });
  const receive = (message: unknown): void => {
    const parsed = hostMessage.safeParse(unpacked(message));
    if (!parsed.success) report(`A message of the host is not in the contract: ${parsed.error.message}`);
    else if (parsed.data.type === 'sessions_deleted') viewState.forget(parsed.data.keys);
    else if (store.receive(parsed.data) === 'gap') post({ type: 'ready' });
  };
  target.addEventListener('message', ({ data }: MessageEvent<unknown>) => receive(data));
  target.addEventListener('error', (event) => {
    if (!HARMLESS.test(event.message)) report(describe(event.error ?? event.message));
  });
  target.addEventListener('unhandledrejection', (event) => report(describe(event.reason)));
  if (early === undefined) post({ type: 'ready' });
  else early.forEach(receive);
  post({ type: 'system', platform: userPlatform() });
  post({ type: 'time_zone', timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone });
  return post;
}

/** What crossed as the bytes of its JSON, else the message as it is. */
function unpacked(message: unknown): unknown {
  const packed = packedMessage.safeParse(message);
  return packed.success ? JSON.parse(new TextDecoder().decode(packed.data.json)) : message;
}

/** A thrown value as text for the log. */
export function describe(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}
