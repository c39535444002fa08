// The composer: attachments, a growing text area, send and stop.
import './composer.css';
import { useCallback, useId, useLayoutEffect, useRef } from 'react';
import { hasQuestion } from '../../../src/core/session/selectors.ts';
import { usePanel, usePost, useSession, useSessionKey } from '../../panelContext.tsx';
import { IconButton } from '../../ui/Button.tsx';
import { ConfigBar } from '../configBar/ConfigBar.tsx';
import { ContentChip } from '../content/ContentBlocks.tsx';
import { AgentSelect } from '../header/AgentSelect.tsx';
import { UsageRing } from '../usageRing/UsageRing.tsx';
import { AttachedContext } from './AttachedContext.tsx';
import { activeCommandId, CommandList } from './CommandList.tsx';
import { useComposer, useDraft } from './composerContext.tsx';
import { composerStrings } from './composerStrings.ts';
import { useCommandMenu } from './useCommandMenu.ts';
import { useComposerFocus } from './useComposerFocus.ts';
import { useComposerKeys } from './useComposerKeys.ts';
import { usePastedContent } from './usePastedContent.ts';

export function Composer() {
  const composer = useComposer();
  const draft = useDraft();
  const menu = useCommandMenu(draft.text, (text) => composer.setText(text));
  const listId = useId();
  const hasCommands = useSession(({ commands }) => commands.length > 0);
  const input = useRef<HTMLTextAreaElement>(null);
  const agent = usePanel((panel) => panel.agent.title);
  const { onPaste, onDrop, note, clearNote } = usePastedContent();
  const send = useSend();
  const onKeyDown = useComposerKeys(menu, send);
  useGrowing(input, draft.text);
  useComposerFocus(input);
  return (
    <div className="composer">
      <CommandList id={listId} menu={menu} />
      <div className="composer-box">
        <AttachedContext />
        <Attachments />
        <textarea
          ref={input}
          className="composer-input"
          data-testid="composer-input"
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-controls={menu.commands.length > 0 ? listId : undefined}
          aria-activedescendant={activeCommandId(listId, menu)}
          rows={1}
          dir="auto"
          placeholder={hasCommands ? composerStrings.askOrCommand(agent) : composerStrings.ask(agent)}
          aria-label={composerStrings.ask(agent)}
          value={draft.text}
          onChange={(event) => {
            composer.changeText(event.target.value, event.target.selectionEnd);
            clearNote();
          }}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          onDrop={onDrop}
        />
        <div className="composer-note" role="status" data-testid="composer-note">
          {note}
        </div>
        <Footer send={send} />
      </div>
    </div>
  );
}

function Attachments() {
  const composer = useComposer();
  const { attachments } = useDraft();
  if (attachments.length === 0) return null;
  return (
    <div className="chips composer-attachments">
      {attachments.map((block, index) => (
        <span key={index} className="composer-attachment">
          <ContentChip block={block} />
          <IconButton
            icon="close"
            label={composerStrings.removeAttachment()}
            onClick={() => composer.detach(index)}
          />
        </span>
      ))}
    </div>
  );
}

function Footer({ send }: { readonly send: () => void }) {
  const post = usePost();
  const key = useSessionKey();
  const { text, attachments } = useDraft();
  const isRunning = useSession(({ turn }) => turn !== undefined);
  const isEmpty = text.trim() === '' && attachments.length === 0;
  // The question has the one primary action then.
  const isAsked = useSession(hasQuestion);
  return (
    <div className="composer-footer">
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
  const post = usePost();
  const key = useSessionKey();
  const composer = useComposer();
  return useCallback(() => {
    // A pasted image belongs to the prompt that is sent after it.
    composer.whenRead(() => {
      const content = composer.clear();
      if (content !== undefined) post({ type: 'prompt', key, content });
    });
    composer.focus();
  }, [composer, post, key]);
}

/** Fits the height to the text; the style sheet limits it. */
function useGrowing(input: { readonly current: HTMLTextAreaElement | null }, text: string): void {
  useLayoutEffect(() => {
    const element = input.current;
    if (element === null || CSS.supports('field-sizing', 'content')) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight}px`;
  }, [input, text]);
}
