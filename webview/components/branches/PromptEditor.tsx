// Edits a prompt in its entry, and sends it in the place of the one that is there.
import './branches.css';
import { useMemo, useState, useSyncExternalStore } from 'react';
import { attachmentsOf, draftText } from '../../../src/core/mentions/sentMentions.ts';
import type { Prompt } from '../../../src/core/session/entries.ts';
import { usePanel, usePanelServices, useSession, useSessionKey, useView } from '../../panelContext.tsx';
import type { PanelServices } from '../../panelContext.tsx';
import type { PanelView } from '../../store.ts';
import { useRequest } from '../../useRequest.ts';
import type { PromptEdit } from '../../viewState.ts';
import { Button } from '../../ui/Button.tsx';
import { refusesUnaccepted } from '../attach/unacceptedContent.ts';
import { useComposer } from '../composer/composerContext.tsx';
import { ComposerDraft } from '../composer/composerDraft.ts';
import { PromptField } from '../composer/field/PromptField.tsx';
import { branchStrings } from './branchStrings.ts';
import { hasChangedFilesSince } from './changedFilesSince.ts';
import { resendWay, type ResendWay } from './resendWay.ts';
import { endEdit, endEditWhenSent, openEdit } from './sentEdit.ts';

export interface PromptEditorProps {
  readonly entry: Prompt;
  /** Ends the editing; what was typed is gone. */
  readonly onClose: () => void;
}

export function PromptEditor({ entry, onClose }: PromptEditorProps) {
  const services = usePanelServices();
  const { store, post, viewState } = services;
  const key = useSessionKey();
  const composer = useComposer();
  const agent = usePanel((panel) => panel.agent.title);
  const isRunning = useSession(({ turn }) => turn !== undefined);
  const sessionAbilities = usePanel((panel) => panel.sessionAbilities);
  const [id] = useState(() => openEdit(services, key, entry)?.id ?? crypto.randomUUID());
  // The attachments of the first render: the draft has them, and a session that is loaded again makes new ones.
  const [sent] = useState(() => openEdit(services, key, entry)?.sent ?? attachmentsOf(entry.content));
  const [draft] = useState(() => editedDraft(services, key, entry, { id, sent }));
  const isBlank = useSyncExternalStore(draft.subscribe, () => draft.current.isBlank);
  const [restoresFiles, setRestoresFiles] = useState(
    () => entry.checkpoint !== undefined && hasChangedFilesSince(store.view.session, entry.id),
  );
  const isBeingSent = ({ resend }: PanelView): boolean => resend?.key === key && resend.entryId === entry.id;
  const isSending = useView(isBeingSent);
  const [problem, setProblem] = useState<string>();
  useRequest(
    ['resend_refused'],
    ({ message }) => setProblem(message),
    (refusal) => refusal.key === key && refusal.entryId === entry.id,
  );

  // What stands before a prompt does not change, so the session of now will do.
  const known = useMemo(() => {
    const { session } = store.view;
    return session === undefined ? undefined : resendWay(session, { sessionAbilities }, entry.id);
  }, [store, sessionAbilities, entry.id]);
  // After a refusal there are the other ways.
  const way = problem === undefined || known === 'new_session' ? known : undefined;
  const isDisabled = isRunning || isSending || isBlank;

  const close = (): void => {
    endEdit(services, key, id);
    onClose();
  };
  const send = (into: ResendWay): void => {
    if (isDisabled) return;
    setProblem(undefined);
    // A pasted image belongs to it.
    draft.whenRead(() => {
      if (isBeingSent(store.view) || draft.current.isBlank || refusesUnaccepted(draft, store)) return;
      const edit = { entryId: entry.id, id, draft: draft.current, sent };
      viewState.setEdit(key, edit);
      endEditWhenSent(services, key, edit);
      post({
        type: 'resend',
        key,
        entryId: entry.id,
        content: [...draft.content],
        into,
        from: 'editor',
        restoresFiles,
      });
    });
  };
  const note = isRunning
    ? branchStrings.afterTurn()
    : (problem ?? (way === undefined ? branchStrings.cannotFork(agent) : undefined));
  return (
    <div
      className="prompt-edit"
      onKeyDown={(event) => {
        // An Escape that ends the composition of a character means that and nothing else.
        if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return;
        event.preventDefault();
        event.stopPropagation();
        close();
      }}
    >
      <PromptField
        draft={draft}
        testId="prompt-input"
        label={branchStrings.editedPrompt()}
        onSend={() => send(way ?? 'new_session')}
        onCancel={close}
      />
      {entry.checkpoint !== undefined && (
        <label className="prompt-restore">
          <input
            type="checkbox"
            data-testid="resend-restore"
            checked={restoresFiles}
            onChange={(event) => setRestoresFiles(event.target.checked)}
          />
          {branchStrings.restoreFiles()}
        </label>
      )}
      {note !== undefined && (
        <div
          className="prompt-note"
          role={problem === undefined ? 'note' : 'alert'}
          data-testid="resend-note"
        >
          {note}
        </div>
      )}
      <div className="prompt-buttons">
        <Button onClick={close}>{branchStrings.cancel()}</Button>
        {way === undefined && (
          <Button
            data-testid="copy-to-composer"
            onClick={() => {
              composer.put(draft.content);
              close();
            }}
          >
            {branchStrings.copyToComposer()}
          </Button>
        )}
        {way === undefined ? (
          <Button
            appearance="primary"
            data-testid="start-here"
            title={branchStrings.startHereDetail()}
            disabled={isDisabled}
            onClick={() => send('new_session')}
          >
            {branchStrings.startHere()}
          </Button>
        ) : (
          <Button
            appearance="primary"
            data-testid="resend"
            title={way === 'fork' ? branchStrings.resendInFork() : branchStrings.resendInNewSession()}
            disabled={isDisabled}
            onClick={() => send(way)}
          >
            {branchStrings.resend()}
          </Button>
        )}
      </div>
    </div>
  );
}

/** The prompt as a draft of its own, which is stored as the edit of the entry. */
function editedDraft(
  services: PanelServices,
  key: string,
  entry: Prompt,
  { id, sent }: Pick<PromptEdit, 'id' | 'sent'>,
): ComposerDraft {
  const { viewState } = services;
  return new ComposerDraft(key, {
    draft: () => openEdit(services, key, entry)?.draft ?? { text: draftText(entry), attachments: sent },
    setDraft: (_key, draft) => viewState.setEdit(key, { entryId: entry.id, id, draft, sent }),
  });
}
