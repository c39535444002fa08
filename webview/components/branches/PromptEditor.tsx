// Edits a prompt in its entry, and sends it in the place of the one that is there.
import './branches.css';
import { useEffect, useMemo, useState } from 'react';
import type { ContentBlock } from '../../../src/core/session/content.ts';
import { attachmentsOf, draftText } from '../../../src/core/mentions/sentMentions.ts';
import type { Prompt } from '../../../src/core/session/entries.ts';
import { usePanel, usePanelServices, useSession, useSessionKey, useView } from '../../panelContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { useComposer } from '../composer/composerContext.tsx';
import { ContentChip } from '../content/ContentBlocks.tsx';
import { branchStrings } from './branchStrings.ts';
import { hasChangedFilesSince } from './changedFilesSince.ts';
import { PromptInput } from './PromptInput.tsx';
import { resendWay, type ResendWay } from './resendWay.ts';
import { forgetEditWhenSent } from './sentEdit.ts';

export interface PromptEditorProps {
  readonly entry: Prompt;
  /** Ends the editing; what was typed is gone. */
  readonly onClose: () => void;
}

export function PromptEditor({ entry, onClose }: PromptEditorProps) {
  const { store, post, viewState } = usePanelServices();
  const key = useSessionKey();
  const composer = useComposer();
  const agent = usePanel((panel) => panel.agent.title);
  const isRunning = useSession(({ turn }) => turn !== undefined);
  const sessionAbilities = usePanel((panel) => panel.sessionAbilities);
  const [text, setText] = useState(() => viewState.edit(key, entry.id) ?? draftText(entry));
  const [restoresFiles, setRestoresFiles] = useState(
    () => entry.checkpoint !== undefined && hasChangedFilesSince(store.view.session, entry.id),
  );
  const [isSending, setSending] = useState(false);
  const refusal = useView(({ resendRefusal }) => resendRefusal);
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    if (refusal === undefined || refusal.key !== key || refusal.entryId !== entry.id) return;
    store.forgetResendRefusal();
    setSending(false);
    setProblem(refusal.message);
  }, [store, refusal, key, entry.id]);

  // What stands before a prompt does not change, so the session of now will do.
  const known = useMemo(() => {
    const { session } = store.view;
    return session === undefined ? undefined : resendWay(session, { sessionAbilities }, entry.id);
  }, [store, sessionAbilities, entry.id]);
  // After a refusal there are the other ways.
  const way = problem === undefined || known === 'new_session' ? known : undefined;
  const attached = attachmentsOf(entry.content);
  const content: readonly ContentBlock[] =
    text.trim() === '' ? attached : [...attached, { type: 'text', text }];
  const isDisabled = isRunning || isSending || content.length === 0;

  const change = (next: string): void => {
    setText(next);
    viewState.setEdit(key, { entryId: entry.id, text: next });
  };
  const close = (): void => {
    viewState.setEdit(key, undefined);
    onClose();
  };
  const send = (into: ResendWay): void => {
    if (isDisabled) return;
    setSending(true);
    setProblem(undefined);
    viewState.setEdit(key, { entryId: entry.id, text });
    forgetEditWhenSent({ store, viewState }, key, entry.id);
    post({
      type: 'resend',
      key,
      entryId: entry.id,
      content: [...content],
      into,
      from: 'editor',
      restoresFiles,
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
      {attached.length > 0 && (
        <div className="chips">
          {attached.map((block, index) => (
            <ContentChip key={index} block={block} />
          ))}
        </div>
      )}
      <PromptInput text={text} onChange={change} onSend={() => send(way ?? 'new_session')} onCancel={close} />
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
              composer.put(content);
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
