// Where the user types: attachments, a growing text area, send and stop.
import './composer.css';
import {
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
} from 'react';
import { firstOfCategory } from '../../../src/core/configOptions/configOptions.ts';
import { hasQuestion } from '../../../src/core/session/selectors.ts';
import {
  usePanel,
  usePanelServices,
  usePost,
  useSession,
  useSessionKey,
  useView,
} from '../../panelContext.tsx';
import { IconButton } from '../../ui/Button.tsx';
import { ConfigBar } from '../configBar/ConfigBar.tsx';
import { ContentChip } from '../content/ContentBlocks.tsx';
import { UsageRing } from '../usageRing/UsageRing.tsx';
import { AttachedContext } from './AttachedContext.tsx';
import { useComposer, useDraft } from './composerContext.tsx';
import { focusCameFirst, focusIsInComposer } from './composerFocus.ts';
import { asksToSend } from './enterKey.ts';
import { pastedImages, readImage } from './pastedImages.ts';
import { activeCommandId, CommandList } from './CommandList.tsx';
import { useCommandMenu } from './useCommandMenu.ts';
import { useFocusFallback } from './useFocusFallback.ts';
import { usePromptHistory } from './usePromptHistory.ts';
import { composerStrings } from './composerStrings.ts';

export function Composer() {
  const post = usePost();
  const key = useSessionKey();
  const composer = useComposer();
  const draft = useDraft();
  const recall = usePromptHistory();
  const menu = useCommandMenu(draft.text, (text) => composer.setText(text));
  const listId = useId();
  const hasCommands = useSession(({ commands }) => commands.length > 0);
  const input = useRef<HTMLTextAreaElement>(null);
  const agent = usePanel((panel) => panel.agent.title);
  const enterKey = usePanel((panel) => panel.enterKey);
  const takesImages = usePanel((panel) => panel.promptCapabilities.image);
  const isRunning = useSession(({ turn }) => turn !== undefined);
  const cyclesModes = useSession(
    (session) =>
      // A question that waits is reached by the key.
      !hasQuestion(session) && firstOfCategory(session.configOptions, 'mode') !== undefined,
  );
  /** What became of the last thing that was pasted, if it is not there. */
  const [note, setNote] = useState<string>();
  const isEmpty = draft.text.trim() === '' && draft.attachments.length === 0;

  useGrowing(input, draft.text);
  useLayoutEffect(
    () =>
      composer.attachInput(() => {
        const element = input.current;
        element?.focus();
        element?.setSelectionRange(element.value.length, element.value.length);
      }),
    [composer],
  );
  // Another session is shown: who typed goes on typing there. Or who opened the panel begins to.
  const [takesFocus] = useState(() => focusIsInComposer() || focusCameFirst());
  useLayoutEffect(() => {
    if (takesFocus) composer.focus();
  }, [composer, takesFocus]);
  // After the input is attached: a request may have come before the first time this is drawn.
  useFocusRequests();
  useFocusFallback();

  const send = useCallback(() => {
    // A pasted image belongs to the prompt that is sent after it.
    composer.whenRead(() => {
      const content = composer.take();
      if (content !== undefined) post({ type: 'prompt', key, content });
    });
    composer.focus();
  }, [composer, post, key]);

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    // While an input method composes, every key is its own. Some send the last one as 229 only.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (menu.onKeyDown(event)) {
      event.preventDefault();
      event.stopPropagation();
    } else if (asksToSend(event, enterKey)) {
      event.preventDefault();
      send();
    } else if (event.key === 'Tab' && event.shiftKey && cyclesModes) {
      // VS Code takes the key to change the mode. The focus stays where the user types.
      event.preventDefault();
    } else if (event.key === 'ArrowUp' && isPlain(event) && recall(1)) {
      event.preventDefault();
    } else if (event.key === 'ArrowDown' && isPlain(event) && recall(-1)) {
      event.preventDefault();
    }
  };

  const onPaste = (event: ClipboardEvent): void => {
    const { images, refusal } = pastedImages(event.clipboardData, agent, takesImages);
    setNote(refusal);
    if (images.length > 0 || refusal !== undefined) event.preventDefault();
    for (const image of images) {
      composer
        .attachWhenRead(readImage(image))
        .catch((error: unknown) => setNote(error instanceof Error ? error.message : String(error)));
    }
  };

  return (
    <div className="composer">
      <CommandList id={listId} menu={menu} />
      <div className="composer-box">
        <AttachedContext />
        {draft.attachments.length > 0 && (
          <div className="chips composer-attachments">
            {draft.attachments.map((block, index) => (
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
        )}
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
            composer.setText(event.target.value);
            setNote(undefined);
          }}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        <div className="composer-note" role="status" data-testid="composer-note">
          {note}
        </div>
        <div className="composer-footer">
          <ConfigBar />
          <UsageRing />
          {(!isRunning || !isEmpty) && (
            <IconButton
              icon="send"
              label={isRunning ? composerStrings.queue() : composerStrings.send()}
              data-testid="send"
              data-primary="true"
              disabled={isEmpty}
              onClick={send}
            />
          )}
          {isRunning && (
            <IconButton
              icon="primitive-square"
              label={composerStrings.stop()}
              data-testid="stop"
              data-primary="true"
              onClick={() => post({ type: 'cancel', key })}
            />
          )}
        </div>
      </div>
    </div>
  );
}

function isPlain({ shiftKey, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  return !shiftKey && !ctrlKey && !altKey && !metaKey;
}

/** The host puts the focus here and may add text; each request is carried out once. */
function useFocusRequests(): void {
  const { store } = usePanelServices();
  const composer = useComposer();
  const request = useView((view) => view.focusRequest);
  useEffect(() => {
    if (request === undefined) return;
    store.forgetFocusRequest();
    composer.addText(request.text);
  }, [store, composer, request]);
}

/** Fits the height to the text; the style sheet sets the least and the most. */
function useGrowing(input: { readonly current: HTMLTextAreaElement | null }, text: string): void {
  useLayoutEffect(() => {
    const element = input.current;
    if (element === null || CSS.supports('field-sizing', 'content')) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight}px`;
  }, [input, text]);
}
