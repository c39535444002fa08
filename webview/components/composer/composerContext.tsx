// Gives the panel's components the composer's draft.
import { createContext, use, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import type { PanelState } from '../../../src/core/panel/hostMessage.ts';
import { composerText } from '../../../src/core/session/extensionInfo.ts';
import { usePanelServices, useSession, useSessionKey } from '../../panelContext.tsx';
import type { Draft } from '../../viewState.ts';
import { ComposerDraft, type StoredDraft } from './composerDraft.ts';

const ComposerContext = createContext<ComposerDraft | undefined>(undefined);

/** Holds the draft of the shown session; to be mounted anew for another session. */
export function ComposerProvider({ children }: { readonly children: ReactNode }) {
  const { viewState, store, post } = usePanelServices();
  const key = useSessionKey();
  const [draft] = useState(() => new ComposerDraft(key, viewState, storedDraft(store.view.panel, key)));
  useEffect(() => reportToHost(draft, (text) => post({ type: 'draft', key, text })), [draft, post, key]);
  const given = useSession(({ info }) => composerText(info.meta));
  // What was there when the session was shown has been put in, or typed over, before.
  const [takenOver, setTakenOver] = useState(given);
  useEffect(() => {
    if (given === takenOver) return;
    setTakenOver(given);
    if (given !== undefined) draft.addText(given);
  }, [draft, given, takenOver]);
  return <ComposerContext value={draft}>{children}</ComposerContext>;
}

/** The draft, to change it; does not draw again when it changes. */
export function useComposer(): ComposerDraft {
  const draft = use(ComposerContext);
  if (draft === undefined) throw new Error('A component uses the composer outside ComposerProvider.');
  return draft;
}

/** The draft as it stands. */
export function useDraft(): Draft {
  const composer = useComposer();
  return useSyncExternalStore(composer.subscribe, () => composer.current);
}

/** What the host kept of the session's draft; the panel's state may still be that of the session before. */
function storedDraft(panel: PanelState | undefined, key: string): StoredDraft {
  return panel?.draft.key === key ? panel.draft : { text: '', isFromThisWindow: false };
}

/** Milliseconds after which the host is told of a change. */
const DELAY = 200;

/**
 * Tells the host what is typed: VS Code keeps a webview's own state only every few seconds, and another chat may show the
 * session next.
 */
function reportToHost(draft: ComposerDraft, tell: (text: string) => void): () => void {
  let told = draft.current.text;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const now = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const { text } = draft.current;
    if (text === told) return;
    told = text;
    tell(text);
  };
  const unsubscribe = draft.subscribe(() => {
    // A prompt that was sent is no draft any more, whatever happens next.
    if (draft.current.text === '') now();
    else timer ??= setTimeout(now, DELAY);
  });
  window.addEventListener('pagehide', now);
  return () => {
    unsubscribe();
    window.removeEventListener('pagehide', now);
    now();
  };
}
