// The list of what can be mentioned while a word begins with `@`: asking the host, and the keys that choose.
import type { EditorView } from '@codemirror/view';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { mentionText } from '../../../../src/core/mentions/mention.ts';
import type { MentionOption } from '../../../../src/core/panel/mentionOption.ts';
import { usePanelServices, useView } from '../../state/panelContext.tsx';
import type { MentionWord } from './mentionWord.ts';

export interface MentionMenu {
  /** Undefined while the list is closed. */
  readonly word: MentionWord | undefined;
  readonly options: readonly MentionOption[];
  /** The option the keyboard is at. */
  readonly active: number;
  /** Whether more options may come. */
  readonly isLoading: boolean;
  readonly choose: (option: MentionOption) => void;
  /** Handles a key; returns whether it was for the list. */
  readonly onKeyDown: (event: KeyboardEvent) => boolean;
  /** The word at the caret is this now. Only typing opens the list. */
  readonly onWord: (word: MentionWord | undefined, isTyped: boolean, view: EditorView) => void;
}

/** What was asked last. */
interface Query {
  readonly id: number;
  /** The first query since the list was opened or narrowed: its answers and later ones may be shown. */
  readonly firstId: number;
  readonly word: MentionWord;
  readonly view: EditorView;
}

const PAGE = 8;

export function useMentionMenu(): MentionMenu {
  const { store, post } = usePanelServices();
  const [query, setQuery] = useState<Query>();
  const [chosen, setChosen] = useState<string>();
  /** The query whose first option is chosen as soon as it is there: Enter was pressed before. */
  const awaited = useRef<number>(undefined);
  /** Where the word begins whose list was closed. */
  const dismissedAt = useRef<number>(undefined);
  const results = useView(({ mentionResults }) => mentionResults);
  const isAnswered = query !== undefined && results?.id === query.id;
  const options =
    query !== undefined && results !== undefined && results.id >= query.firstId ? results.options : [];
  const active = Math.max(
    0,
    options.findIndex((option) => keyOf(option) === chosen),
  );

  const close = (): void => {
    awaited.current = undefined;
    setQuery(undefined);
  };
  const onWord = (word: MentionWord | undefined, isTyped: boolean, view: EditorView): void => {
    if (word?.from !== dismissedAt.current) dismissedAt.current = undefined;
    if (word === undefined || word.from === dismissedAt.current) {
      if (query !== undefined) close();
      return;
    }
    if (query === undefined && !isTyped) return;
    const isSame = query?.word.text === word.text && query.word.kind === word.kind;
    if (query !== undefined && isSame && query.word.from === word.from) {
      if (query.word.to !== word.to) setQuery({ ...query, word });
      return;
    }
    const id = store.nextMentionQuery();
    const goesOn = query?.word.from === word.from && query.word.kind === word.kind;
    awaited.current = undefined;
    setChosen(undefined);
    setQuery({ id, firstId: goesOn ? query.firstId : id, word, view });
    post({
      type: 'mention_query',
      id,
      text: word.text,
      ...(word.kind === undefined ? {} : { kind: word.kind }),
    });
  };
  const choose = ({ name, uri, narrows }: MentionOption): void => {
    if (query === undefined) return;
    const { view, word } = query;
    if (narrows !== undefined) replace(view, word, `@${narrows}:`, 'input.type');
    else if (uri !== undefined) {
      const next = view.state.sliceDoc(word.to, word.to + 1);
      replace(view, word, mentionText({ name, uri }), 'input.complete', /^\s/.test(next) ? '' : ' ');
    }
    view.focus();
  };
  const chooseAwaited = useEffectEvent(() => {
    const option = options[active];
    if (!isAnswered || awaited.current !== query.id) return;
    // What was meant may still come.
    if ((option === undefined || option.narrows !== undefined) && results?.isComplete !== true) return;
    awaited.current = undefined;
    if (option !== undefined) choose(option);
  });
  useEffect(() => chooseAwaited(), [results]);

  const step = (to: number): true => {
    const option = options[Math.max(0, Math.min(to, options.length - 1))];
    setChosen(option === undefined ? undefined : keyOf(option));
    return true;
  };
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (query === undefined || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return false;
    const { word, view } = query;
    const option = options[active];
    const { key } = event;
    if (key === 'Escape') {
      dismissedAt.current = word.from;
      close();
      return true;
    }
    if (key === 'Backspace' && word.kind !== undefined && word.text === '') {
      replace(view, word, '@', 'delete.backward');
      return true;
    }
    if ((key === 'Enter' || key === 'Tab') && (option !== undefined || !isAnswered)) {
      // What is shown may not fit what was typed since.
      if (!isAnswered) awaited.current = query.id;
      else if (option !== undefined) choose(option);
      return true;
    }
    if (options.length === 0) return false;
    if (key === 'ArrowDown') return step((active + 1) % options.length);
    if (key === 'ArrowUp') return step((active - 1 + options.length) % options.length);
    if (key === 'PageDown') return step(active + PAGE);
    if (key === 'PageUp') return step(active - PAGE);
    return false;
  };
  return {
    word: query?.word,
    options,
    active,
    isLoading: !isAnswered || results?.isComplete !== true,
    choose,
    onKeyDown,
    onWord,
  };
}

/** What identifies an option among those of its list. */
export function keyOf({ uri, narrows, kind }: MentionOption): string {
  return uri ?? narrows ?? kind;
}

/** Puts a text in place of the word, and the caret behind it and what follows it. */
function replace(
  view: EditorView,
  { from, to }: MentionWord,
  text: string,
  userEvent: string,
  behind = '',
): void {
  view.dispatch({
    changes: { from, to, insert: text + behind },
    selection: { anchor: from + text.length + behind.length },
    userEvent,
    scrollIntoView: true,
  });
}
