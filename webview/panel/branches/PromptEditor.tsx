// Edits a prompt in its entry, and sends it in the place of the one that is there.
import './branches.css';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { attachmentsOfPrompt } from '../../../src/core/panel/sentAttachments.ts';
import { draftText } from '../../../src/core/mentions/sentMentions.ts';
import type { Prompt } from '../../../src/core/session/entries.ts';
import { usePanel, usePanelServices, useSession, useSessionKey, useView } from '../state/panelContext.tsx';
import type { PanelView } from '../state/store.ts';
import { useRequest } from '../state/useRequest.ts';
import { Button } from '../../ui/Button.tsx';
import { refusesUnaccepted } from '../composer/attach/unacceptedContent.ts';
import { useComposer, useEditedPrompts, useStoredEdit } from '../composer/composerContext.tsx';
import { PromptField } from '../composer/field/PromptField.tsx';
import { branchStrings } from './branchStrings.ts';
import { hasChangedFilesSince } from './changedFilesSince.ts';
import { resendWay, type ResendWay } from './resendWay.ts';
import { cancelSending, endWhenSent } from './sentEdit.ts';

export interface PromptEditorProps {
  readonly entry: Prompt;
  /** Ends the editing; what was typed is gone. */
  readonly onClose: () => void;
}

export function PromptEditor({ entry, onClose }: PromptEditorProps) {
  const services = usePanelServices();
  const { store, post } = services;
  const key = useSessionKey();
  const composer = useComposer();
  const edits = useEditedPrompts();
  const agent = usePanel((panel) => panel.agent.title);
  const isRunning = useSession(({ turn }) => turn !== undefined);
  const sessionAbilities = usePanel((panel) => panel.sessionAbilities);
  const [draft] = useState(() =>
    edits.open(entry.id, {
      text: draftText(entry),
      attachments: attachmentsOfPrompt(entry.id, entry.content),
    }),
  );
  useStoredEdit(entry.id, draft);
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

  const end = (): void => {
    edits.end(entry.id);
    post({ type: 'edit_end', key, of: entry.id });
  };
  const close = (): void => {
    cancelSending(services, key, entry.id);
    end();
    onClose();
  };
  const send = (into: ResendWay): void => {
    if (isDisabled) return;
    setProblem(undefined);
    // A pasted image belongs to it.
    draft.whenRead(() => {
      if (isBeingSent(store.view) || draft.current.isBlank || refusesUnaccepted(draft, store)) return;
      endWhenSent(services, key, entry.id, end);
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
  const editor = useEditorInSight();
  return (
    <div
      ref={editor}
      className="column prompt-edit"
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
        <label className="centered-row prompt-restore">
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
          className="dim prompt-note"
          role={problem === undefined ? 'note' : 'alert'}
          data-testid="resend-note"
        >
          {note}
        </div>
      )}
      <div className="row prompt-buttons">
        <Button onClick={close}>{branchStrings.cancelEdit()}</Button>
        {way === undefined && (
          <Button
            data-testid="copy-to-composer"
            onClick={() => {
              composer.put(draft.current);
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

/** Scrolls the editor into view once it is laid out, its buttons too: it is higher than the prompt that it replaces. */
function useEditorInSight() {
  const editor = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The list measures the row in the first frame.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => editor.current?.scrollIntoView({ block: 'nearest' }));
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return editor;
}
