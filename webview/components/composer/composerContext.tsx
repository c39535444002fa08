// Gives the panel's components the composer's draft.
import { createContext, use, useState, useSyncExternalStore, type ReactNode } from 'react';
import { usePanelServices, useSessionKey } from '../../panelContext.tsx';
import type { Draft } from '../../viewState.ts';
import { ComposerDraft } from './composerDraft.ts';

const ComposerContext = createContext<ComposerDraft | undefined>(undefined);

/** Holds the draft of the shown session; to be mounted anew for another session. */
export function ComposerProvider({ children }: { readonly children: ReactNode }) {
  const { viewState } = usePanelServices();
  const key = useSessionKey();
  const [draft] = useState(() => new ComposerDraft(key, viewState));
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
