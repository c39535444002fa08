// The composer: attachments, a growing text area, send and stop.
import './composer.css';
import type { Text } from '@codemirror/state';
import { useCallback, useId } from 'react';
import { hasQuestion } from '../../../src/core/session/selectors.ts';
import { usePanel, usePanelServices, usePost, useSession, useSessionKey } from '../../panelContext.tsx';
import { IconButton } from '../../ui/Button.tsx';
import { Attachments } from '../attach/Attachments.tsx';
import { AttachMenu } from '../attach/AttachMenu.tsx';
import { DropTarget } from '../attach/DropTarget.tsx';
import { ImplicitContextChip, withImplicitContext } from '../attach/ImplicitContextChip.tsx';
import { useAddedContexts } from '../attach/useAttach.ts';
import { ConfigBar } from '../configBar/ConfigBar.tsx';
import { AgentSelect } from '../header/AgentSelect.tsx';
import { UsageRing } from '../usageRing/UsageRing.tsx';
import { AttachedContext } from './AttachedContext.tsx';
import { activeCommandId, CommandList } from './CommandList.tsx';
import {
  ComposeButton,
  DraftInEditor,
  useDraftFromEditor,
  useIsInEditor,
  useSendFromEditor,
} from './ComposeInEditor.tsx';
import { useComposer, useComposerNote, useDraft, useIsAlert } from './composerContext.tsx';
import { composerStrings } from './composerStrings.ts';
import type { DraftContent } from './draftContent.ts';
import { PromptInput } from './input/PromptInput.tsx';
import { MentionList } from './mentions/MentionList.tsx';
import { useChipEvents } from './mentions/useChipEvents.ts';
import { useMentionMenu } from './mentions/useMentionMenu.ts';
import { suggestionId } from './SuggestionList.tsx';
import { useCommandMenu } from './useCommandMenu.ts';
import { useComposerFocus } from './useComposerFocus.ts';
import { useComposerKeys } from './useComposerKeys.ts';
import { usePastedContent } from './usePastedContent.ts';

/** In UTF-16 code units. */
const LONGEST_COMMAND = 1_000;

/** What is typed where it may be a command: no more is read of a long text. */
function commandLine(draft: DraftContent): string {
  return draft.doc.length <= LONGEST_COMMAND && draft.text.startsWith('/') ? draft.text : '';
}

export function Composer() {
  const composer = useComposer();
  const typed = useDraft(commandLine);
  const menu = useCommandMenu(typed, (text) => composer.setText(text));
  const listId = useId();
  const agent = usePanel((panel) => panel.agent.title);
  const paste = usePastedContent();
  const mentions = useMentionMenu();
  const chipEvents = useChipEvents();
  const sendDraft = useSend();
  useAddedContexts(sendDraft);
  useDraftFromEditor(sendDraft);
  const isInEditor = useIsInEditor();
  const sendFromEditor = useSendFromEditor();
  const send = isInEditor ? sendFromEditor : sendDraft;
  const onKeyDown = useComposerKeys([mentions, menu], send);
  const onChange = (doc: Text, isByUser: boolean): void => {
    composer.changeText(doc);
    if (isByUser) composer.setNote(undefined);
  };
  useComposerFocus();
  const activeId =
    mentions.word === undefined
      ? activeCommandId(listId, menu)
      : mentions.options.length > 0
        ? suggestionId(listId, mentions.active)
        : undefined;
  return (
    <div className="composer">
      <DropTarget />
      {mentions.word === undefined ? (
        <CommandList id={listId} menu={menu} />
      ) : (
        <MentionList id={listId} menu={mentions} />
      )}
      <div className="composer-box">
        <AttachedContext />
        <ImplicitContextChip />
        <Attachments />
        {isInEditor ? (
          <DraftInEditor />
        ) : (
          <>
            <PromptInput
              label={composerStrings.ask(agent)}
              placeholder={composerStrings.placeholder()}
              listId={activeId === undefined ? undefined : listId}
              activeId={activeId}
              events={{ ...paste, ...chipEvents, onKeyDown, onChange, onWord: mentions.onWord }}
            />
            <ComposeButton />
          </>
        )}
        <ComposerNote />
        <Footer send={send} />
      </div>
    </div>
  );
}

function ComposerNote() {
  const note = useComposerNote();
  const role = useIsAlert() ? 'alert' : 'status';
  return (
    <div key={role} className="composer-note" role={role} data-testid="composer-note">
      {note}
    </div>
  );
}

function Footer({ send }: { readonly send: () => void }) {
  const post = usePost();
  const key = useSessionKey();
  const isRunning = useSession(({ turn }) => turn !== undefined);
  const isEmpty = useDraft((draft) => draft.isBlank);
  // The question has the one primary action then.
  const isAsked = useSession(hasQuestion);
  return (
    <div className="composer-footer">
      <AttachMenu />
      <AgentSelect />
      <ConfigBar />
      <UsageRing />
      {(!isRunning || !isEmpty) && (
        <IconButton
          icon="arrow-up"
          label={isRunning ? composerStrings.queue() : composerStrings.send()}
          data-testid="send"
          data-primary={String(!isEmpty && !isAsked)}
          disabled={isEmpty}
          onClick={send}
        />
      )}
      {isRunning && (
        <IconButton
          icon="debug-stop"
          label={composerStrings.stop()}
          data-testid="stop"
          onClick={() => post({ type: 'cancel', key })}
        />
      )}
    </div>
  );
}

/** Returns the function that sends the draft. */
function useSend(): () => void {
  const { post, store } = usePanelServices();
  const key = useSessionKey();
  const composer = useComposer();
  return useCallback(() => {
    // A pasted image belongs to the prompt that is sent after it.
    composer.whenRead(() => {
      const content = composer.clear();
      if (content !== undefined) {
        post({ type: 'prompt', key, content: [...withImplicitContext(content, store.view)] });
      }
    });
    composer.focus();
  }, [composer, post, store, key]);
}
