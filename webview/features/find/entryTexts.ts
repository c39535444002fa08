// Collects the texts of entries that a search looks at: what is rendered of them, including what is folded.
import type { SearchedText } from '../../../src/core/text/searchedText.ts';
import type { Entry } from '../../../src/core/session/entries.ts';
import type { SessionState } from '../../../src/core/session/model.ts';
import { subagentMessages } from '../../../src/core/session/subagent/selectors.ts';
import type { SubagentMessage } from '../../../src/core/session/subagent/state.ts';
import type { Terminal } from '../../../src/core/session/terminal/state.ts';
import { isMarkdownEntry, searchedTexts } from '../../panel/entries/entryRows.tsx';
import { blankMarkup, type BlankedText } from './blankMarkup.ts';
import type { Root } from '../../panel/toolCall/shownPath.ts';
import { isSaid, terminalsOf } from '../../panel/entries/toolTexts.ts';

interface Known {
  readonly terminals: readonly (Terminal | undefined)[];
  readonly messages: readonly SubagentMessage[];
  readonly roots: readonly Root[] | undefined;
  readonly texts: readonly SearchedText[];
}

const NONE: readonly SubagentMessage[] = [];

/** Makes the texts of an entry once for as long as it stays the same. */
export class EntryTexts {
  /** The other folders of the window. */
  readonly #roots: () => readonly Root[] | undefined;
  readonly #known = new WeakMap<Entry, Known>();
  /** By entry and place in it. */
  readonly #blanked = new Map<string, BlankedText>();

  constructor(roots: () => readonly Root[] | undefined) {
    this.#roots = roots;
  }

  /** The texts in the order in which they are rendered. */
  readonly of = (entry: Entry, state: SessionState): readonly SearchedText[] => {
    const terminals = entry.kind === 'tool' ? terminalsOf(entry.call, state) : [];
    const messages = entry.kind === 'tool' ? subagentMessages(state, entry.call.toolCallId) : NONE;
    const roots = this.#roots();
    const known = this.#known.get(entry);
    const isSame = known?.terminals.every((terminal, index) => terminal === terminals[index]) === true;
    if (isSame && known.roots === roots && known.messages === messages) return known.texts;
    const texts = searchedTexts(entry, { terminals, messages, folder: state.cwd, roots })
      .filter(({ text }) => text !== '')
      .map((text) => (isMarkdownEntry(entry) || isSaid(text) ? this.#withoutMarkup(entry.id, text) : text));
    this.#known.set(entry, { terminals, messages, roots, texts });
    return texts;
  };

  #withoutMarkup(entryId: string, { id, text }: SearchedText): SearchedText {
    const key = `${entryId}:${id}`;
    const blanked = blankMarkup(text, this.#blanked.get(key));
    this.#blanked.set(key, blanked);
    return { id, text: blanked.text };
  }
}
