// The input in which an earlier prompt is edited.
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { usePanel } from '../../panelContext.tsx';
import { asksToSend } from '../composer/enterKey.ts';
import { branchStrings } from './branchStrings.ts';

export interface PromptInputProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly onSend: () => void;
  readonly onCancel: () => void;
}

/** Has the focus from the start, with the caret at the end. */
export function PromptInput({ text, onChange, onSend, onCancel }: PromptInputProps) {
  const input = useRef<HTMLTextAreaElement>(null);
  const enterKey = usePanel((panel) => panel.enterKey);
  useEffect(() => {
    const element = input.current;
    element?.focus({ preventScroll: true });
    element?.setSelectionRange(element.value.length, element.value.length);
    element?.scrollIntoView({ block: 'nearest' });
  }, []);
  const onKeyDown = (event: KeyboardEvent): void => {
    // A key that ends the composition of a character means that and nothing else.
    if (event.nativeEvent.isComposing) return;
    const isCancelled = event.key === 'Escape';
    if (!isCancelled && !asksToSend(event, enterKey)) return;
    event.preventDefault();
    event.stopPropagation();
    if (isCancelled) onCancel();
    else onSend();
  };
  return (
    <textarea
      ref={input}
      className="prompt-input"
      data-testid="prompt-input"
      dir="auto"
      rows={2}
      aria-label={branchStrings.editedPrompt()}
      value={text}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={onKeyDown}
    />
  );
}
