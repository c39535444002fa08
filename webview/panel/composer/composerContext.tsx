// Provides the composer's draft to the panel's components.
import { createContext, use, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import type { PanelState } from '../../../src/core/panel/hostMessage.ts';
import { typedText } from '../../../src/core/mentions/sentMentions.ts';
import { withoutMentions } from '../../../src/core/mentions/withoutMentions.ts';
import type { PromptEdit } from '../../../src/core/panel/promptEdit.ts';
import { entryById } from '../../../src/core/session/entries.ts';
import { composerText } from '../../../src/core/session/info/extensionInfo.ts';
import { usePanelServices, useSession, useSessionKey } from '../state/panelContext.tsx';
import { useRequest } from '../state/useRequest.ts';
import { ComposerDraft, type DraftReport, type StoredDraft } from './composerDraft.ts';
import { EditedPrompts } from './draft/editedPrompts.ts';
import { heldDraft, leaveDraft, releaseDraft } from './draft/heldDrafts.ts';
import type { DraftContent } from './draftContent.ts';

const ComposerContext = createContext<ComposerDraft | undefined>(undefined);
const EditsContext = createContext<EditedPrompts | undefined>(undefined);

/** Holds the draft of the shown session; mount it again for another session. */
export function ComposerProvider({ children }: { readonly children: ReactNode }) {
  const { viewState, store, post } = usePanelServices();
  const key = useSessionKey();
  const [draft] = useState(
    () =>
      heldDraft(viewState, key) ??
      new ComposerDraft(key, viewState, {
        ...storedDraft(store.view.panel, key),
        attachments: store.draftAttachments(key) ?? [],
      }),
  );
  const [edits] = useState(
    () => new EditedPrompts(key, storedEdits(store.view.panel, key), (of) => store.editAttachments(key, of)),
  );
  useLeftEdits(edits, draft);
  useEffect(() => {
    releaseDraft(viewState, key, storedDraft(store.view.panel, key), store.draftAttachments(key));
    store.forgetDraftAttachments(key);
    let isLeft = false;
    const stop = reportToHost(draft, ({ since, base, ...report }) => {
      viewState.setReported(key, report);
      const { panel } = store.view;
      const isInEditor = panel?.draft.key === key && panel.draft.isInEditor === true;
      post({ type: 'draft', key, ...report, ...(isLeft ? { since } : {}), ...(isInEditor ? { base } : {}) });
    });
    return () => {
      leaveDraft(viewState, key, { draft, stop });
      isLeft = true;
    };
  }, [viewState, store, post, key, draft]);
  useRequest(
    ['prompt_refused'],
    ({ content, attachments = [], message }) =>
      draft.restore({ text: typedText(content), attachments }, message),
    (refused) => refused.key === key,
  );
  const given = useSession(({ info }) => composerText(info.meta));
  // Text that was there when the session was shown is in the draft already, or was overwritten.
  const [added, setAdded] = useState(given);
  useEffect(() => {
    if (given === added) return;
    setAdded(given);
    // The agent chose it, and sending reads what is mentioned.
    if (given !== undefined) draft.addText(withoutMentions(given));
  }, [draft, given, added]);
  return (
    <EditsContext value={edits}>
      <ComposerContext value={draft}>{children}</ComposerContext>
    </EditsContext>
  );
}

/** What was typed into the edit of a prompt that is not there any more goes into the composer. */
function useLeftEdits(edits: EditedPrompts, composer: ComposerDraft): void {
  const { store, post } = usePanelServices();
  const key = useSessionKey();
  useEffect(() => {
    const { session } = store.view;
    if (session?.key !== key) return;
    for (const of of edits.ids) {
      if (session.queue.some(({ id }) => id === of) || entryById(session.entries, of) !== undefined) continue;
      const edit = edits.of(of);
      if (edit !== undefined) composer.put(edit.current);
      edits.end(of);
      post({ type: 'edit_end', key, of });
    }
  }, [store, post, key, edits, composer]);
}

/** The prompts of the session that are being edited. */
export function useEditedPrompts(): EditedPrompts {
  const edits = use(EditsContext);
  if (edits === undefined) throw new Error('A component uses the edited prompts outside ComposerProvider.');
  return edits;
}

/** Has the host store what is typed into the edit of a prompt, at once. */
export function useStoredEdit(of: string, draft: ComposerDraft): void {
  const { post } = usePanelServices();
  const key = useSessionKey();
  useEffect(
    () =>
      reportToHost(
        draft,
        ({ text, revision: _notCounted, since: _notSent, base: _nobodyElse, ...attachments }) =>
          post({ type: 'edit', key, edit: { of, text }, ...attachments }),
      ),
    [draft, post, key, of],
  );
}

/** Gives an input, and what is beside it, another draft than that of the session: of a prompt that is edited. */
export function EditedDraft({
  draft,
  children,
}: {
  readonly draft: ComposerDraft;
  readonly children: ReactNode;
}) {
  return <ComposerContext value={draft}>{children}</ComposerContext>;
}

/** The draft, to change it; the component does not render again when it changes. */
export function useComposer(): ComposerDraft {
  const draft = use(ComposerContext);
  if (draft === undefined) throw new Error('A component uses the composer outside ComposerProvider.');
  return draft;
}

/** What `select` returns of the current draft. Renders again only for another value or reference. */
export function useDraft<T>(select: (draft: DraftContent) => T): T {
  const composer = useComposer();
  return useSyncExternalStore(composer.subscribe, () => select(composer.current));
}

/** What the user should know of the draft. */
export function useComposerNote(): string | undefined {
  const composer = useComposer();
  return useSyncExternalStore(composer.subscribe, () => composer.note);
}

/** Whether the note interrupts what a screen reader says. */
export function useIsAlert(): boolean {
  const composer = useComposer();
  return useSyncExternalStore(composer.subscribe, () => composer.isAlert);
}

/** The draft that the host has stored; the panel's state may still be that of the previous session. */
function storedDraft(panel: PanelState | undefined, key: string): Omit<StoredDraft, 'attachments'> {
  return panel?.draft.key === key ? panel.draft : { text: '', revision: 0 };
}

function storedEdits(panel: PanelState | undefined, key: string): readonly PromptEdit[] {
  return panel?.draft.key === key ? (panel.draft.edits ?? []) : [];
}

/** Between a change of a long draft and its report to the host. */
const REPORT_DELAY_MS = 200;

/** A draft up to this length is reported at each key: the window may end right after it. */
const SHORT_DRAFT_CHARACTERS = 10_000;

/**
 * Reports what is typed to the host: VS Code stores a webview's own state only every few seconds, and another chat may
 * show the session next.
 */
function reportToHost(draft: ComposerDraft, post: (report: DraftReport) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const now = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const report = draft.takeReport();
    if (report !== undefined) post(report);
  };
  const unsubscribe = draft.subscribe(() => {
    // A sent prompt is no longer a draft, whatever happens next.
    if (draft.hasNewAttachments || draft.current.doc.length <= SHORT_DRAFT_CHARACTERS) now();
    else timer ??= setTimeout(now, REPORT_DELAY_MS);
  });
  // What was added while the page was away is in the draft before this runs.
  now();
  window.addEventListener('pagehide', now);
  return () => {
    unsubscribe();
    window.removeEventListener('pagehide', now);
    now();
  };
}
