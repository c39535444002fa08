// The composer: attachments, a growing text area, send and stop.
import './composer.css';
import type { Text } from '@codemirror/state';
import { useCallback } from 'react';
import { hasQuestion, isWorking } from '../../../src/core/session/selectors.ts';
import { useParts } from '../state/loadedParts.ts';
import { usePanel, usePanelServices, usePost, useSession, useSessionKey } from '../state/panelContext.tsx';
import type { TypedAhead } from '../../ui/typedAhead.ts';
import { IconButton } from '../../ui/Button.tsx';
import { Attachments } from './attach/Attachments.tsx';
import { AttachMenu } from './attach/AttachMenu.tsx';
import { DropTarget } from './attach/DropTarget.tsx';
import { ImplicitContextChip, implicitContextOf } from './attach/ImplicitContextChip.tsx';
import { refusesUnaccepted } from './attach/unacceptedContent.ts';
import { useAddedContexts } from './attach/useAttach.ts';
import { ConfigBar } from '../configBar/ConfigBar.tsx';
import { AgentSelect } from '../header/AgentSelect.tsx';
import { AttachedContext } from './AttachedContext.tsx';
import { ComposerNote } from './ComposerNote.tsx';
import { useComposer, useDraft } from './composerContext.tsx';
import { composerStrings } from './composerStrings.ts';
import { useIsInEditor, useSendFromEditor } from './promptEditor.ts';
import { PromptInput } from './input/PromptInput.tsx';
import { useChipEvents } from './mentions/useChipEvents.ts';
import { useComposerFocus } from './focus/useComposerFocus.ts';
import { useComposerKeys } from './useComposerKeys.ts';
import { ReadOnlyChip } from './ReadOnlyChip.tsx';
import { ReadingContext, useIsReadingContext } from './ReadingContext.tsx';
import { usePastedContent } from './usePastedContent.ts';
import { useSuggestions } from './useSuggestions.tsx';

interface ComposerProps {
  /** What the user types while this session is opened. */
  readonly typedAhead: TypedAhead;
}

export function Composer({ typedAhead }: ComposerProps) {
  const composer = useComposer();
  const agent = usePanel((panel) => panel.agent.title);
  const paste = usePastedContent();
  const suggestions = useSuggestions({ hasActions: true });
  const chipEvents = useChipEvents();
  const sendDraft = useSend();
  useAddedContexts(sendDraft);
  const isInEditor = useIsInEditor();
  const sendFromEditor = useSendFromEditor();
  const send = isInEditor ? sendFromEditor : sendDraft;
  const onKeyDown = useComposerKeys(suggestions.menus, send);
  const onChange = (doc: Text, isByUser: boolean): void => {
    composer.changeText(doc, isByUser);
    if (isByUser) composer.setNote(undefined);
  };
  useComposerFocus(typedAhead);
  const parts = useParts();
  return (
    <div className="composer">
      <DropTarget />
      {!isInEditor && suggestions.list}
      <div className="column composer-box">
        <ReadOnlyChip />
        <ReadingContext />
        <AttachedContext />
        <ImplicitContextChip />
        <Attachments />
        <PromptInput
          testId="composer-input"
          label={composerStrings.ask(agent)}
          placeholder={composerStrings.placeholder()}
          narrowPlaceholder={composerStrings.ask(agent)}
          isHidden={isInEditor}
          listId={suggestions.listId}
          activeId={suggestions.activeId}
          events={{ ...paste, ...chipEvents, onKeyDown, onChange, onWord: suggestions.onWord }}
        />
        {parts?.features.map(({ name, Input }) => Input && <Input key={name} send={sendDraft} />)}
        <ComposerNote />
        <Footer send={send} />
      </div>
    </div>
  );
}

function Footer({ send }: { readonly send: () => void }) {
  const post = usePost();
  const key = useSessionKey();
  const isRunning = useSession(({ turn }) => turn !== undefined);
  const isBusy = useSession(isWorking);
  const isEmpty = useDraft((draft) => draft.isBlank);
  const isReading = useIsReadingContext();
  // The question has the one primary action then.
  const isAsked = useSession(hasQuestion);
  const parts = useParts();
  return (
    <div className="centered-row composer-footer">
      <AttachMenu />
      <AgentSelect />
      <ConfigBar />
      {parts?.features.map(({ name, Indicator }) => Indicator && <Indicator key={name} />)}
      {(!isRunning || !isEmpty) && (
        <IconButton
          icon={isReading && isEmpty ? 'loading' : 'arrow-up'}
          spin={isReading && isEmpty}
          label={sendLabel(isRunning, isReading && isEmpty)}
          data-testid="send"
          data-primary={String(!isEmpty && !isAsked)}
          disabled={isEmpty}
          onClick={send}
        />
      )}
      {(isBusy || isAsked) && (
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

function sendLabel(isRunning: boolean, isReading: boolean): string {
  if (isReading) return composerStrings.readingContext();
  return isRunning ? composerStrings.queue() : composerStrings.send();
}

/** Returns the function that sends the draft. */
function useSend(): () => void {
  const { post, store } = usePanelServices();
  const key = useSessionKey();
  const composer = useComposer();
  return useCallback(() => {
    // A pasted image belongs to the prompt that is sent after it.
    composer.whenRead(() => {
      if (refusesUnaccepted(composer, store)) return;
      const attached = composer.attachedBlocks;
      composer.send((content) => {
        const context = implicitContextOf([...attached, ...content], store.view);
        post({ type: 'prompt', key, content: [...content, ...context] });
      });
    });
    composer.focus();
  }, [composer, post, store, key]);
}
