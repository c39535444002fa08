// The lists of an input: what can be mentioned, and commands.
import { useId, type ReactNode } from 'react';
import type { InputEvents } from './input/createInput.ts';
import { activeCommandId, CommandList } from './commands/CommandList.tsx';
import { useComposer, useDraft } from './composerContext.tsx';
import type { DraftContent } from './draftContent.ts';
import { MentionList } from './mentions/MentionList.tsx';
import { useMentionMenu } from './mentions/useMentionMenu.ts';
import { suggestionId } from './SuggestionList.tsx';
import { useCommandMenu } from './commands/useCommandMenu.ts';

/** In UTF-16 code units. */
const LONGEST_COMMAND = 1_000;

/** What is typed where it may be a command: no more is read of a long text. */
function commandLine(draft: DraftContent): string {
  return draft.doc.length <= LONGEST_COMMAND && draft.text.startsWith('/') ? draft.text : '';
}

/** Handles a key; returns whether it was for the list. */
interface Menu {
  readonly onKeyDown: (event: KeyboardEvent) => boolean;
}

export interface Suggestions {
  /** The list that is open, to be drawn above the input. */
  readonly list: ReactNode;
  /** The attributes of the input that name the list and the option the keyboard is at. */
  readonly listId: string | undefined;
  readonly activeId: string | undefined;
  readonly menus: readonly Menu[];
  readonly onWord: InputEvents['onWord'];
}

/** `hasActions`: Parley's own actions are among the commands. */
export function useSuggestions({ hasActions }: { readonly hasActions: boolean }): Suggestions {
  const composer = useComposer();
  const typed = useDraft(commandLine);
  const commands = useCommandMenu(typed, (text) => composer.setText(text), hasActions);
  const mentions = useMentionMenu();
  const id = useId();
  const isMention = mentions.word !== undefined;
  const activeMention = mentions.options.length > 0 ? suggestionId(id, mentions.active) : undefined;
  const activeId = isMention ? activeMention : activeCommandId(id, commands);
  return {
    list: isMention ? <MentionList id={id} menu={mentions} /> : <CommandList id={id} menu={commands} />,
    listId: activeId === undefined && (isMention || commands.commands.length === 0) ? undefined : id,
    activeId,
    menus: [mentions, commands],
    onWord: mentions.onWord,
  };
}
