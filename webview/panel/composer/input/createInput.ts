// Builds the editor of the composer's input over CodeMirror.
import { isolateHistory, standardKeymap } from '@codemirror/commands';
import { Annotation, Compartment, EditorState, Prec, Transaction, type Text } from '@codemirror/state';
import { EditorView, keymap, type ViewUpdate } from '@codemirror/view';
import type { DetailsByUri } from '../../state/store.ts';
import type { InsertedAttachment } from '../composerDraft.ts';
import { forgetHistory, historyKeys, routeHistoryCommands } from './historyKeys.ts';
import { mentionChips, setMentionDetails, type ChipEvents } from '../mentions/mentionChips.ts';
import { mentionWordAt, type MentionWord } from '../mentions/mentionWord.ts';
import { attachmentChanges, becomesText, undoableAttachments } from './insertedAttachments.ts';
import { lineDirection } from './lineDirection.ts';
import { longInsertions, withoutLongInsertions } from './longInsertions.ts';

/** What the composer does with events of its input. A handler returns whether the event is handled. */
export interface InputEvents extends ChipEvents {
  readonly onKeyDown: (event: KeyboardEvent, view: EditorView) => boolean;
  readonly onPaste: (event: ClipboardEvent, view: EditorView) => boolean;
  readonly onDrop: (event: DragEvent, view: EditorView) => boolean;
  readonly onChange: (doc: Text, isByUser: boolean) => void;
  /** The word at the caret that asks for a mention is this now. */
  readonly onWord: (word: MentionWord | undefined, isTyped: boolean, view: EditorView) => void;
  readonly onFocus: () => void;
  /** A text was too long for the input. */
  readonly onLongText: (text: string) => void;
  /** Undo or Redo turned text into an attachment again, or the other way. */
  readonly onAttachmentChange: (inserted: InsertedAttachment, isAttached: boolean) => void;
}

type InputAttributes = Readonly<Record<string, string>>;

export interface PromptEditor {
  readonly view: EditorView;
  /** Sets the attributes that change with what is shown. */
  readonly setAttributes: (attributes: InputAttributes) => void;
  readonly setDetails: (details: DetailsByUri) => void;
  readonly destroy: () => void;
}

/** Marks a change that the panel made, not the user. */
const byPanel = Annotation.define<true>();

/** CodeMirror turns off what suits code. */
const PROSE: InputAttributes = {
  class: 'composer-input',
  spellcheck: 'true',
  autocorrect: 'on',
  autocapitalize: 'sentences',
  writingsuggestions: 'true',
};

/** `events` is called for each event, so that it may change. */
export function createInput(
  parent: HTMLElement,
  { doc, testId }: { readonly doc: Text; readonly testId: string },
  events: () => InputEvents,
): PromptEditor {
  const attributes = new Compartment();
  const chips = mentionChips(events);
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc,
      selection: { anchor: doc.length },
      extensions: [
        EditorView.cspNonce.of(styleNonce()),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ ...PROSE, 'data-testid': testId }),
        attributes.of([]),
        EditorView.editorAttributes.of(({ state }) =>
          state.doc.length === 0 ? { class: 'composer-empty' } : null,
        ),
        lineDirection,
        chips.extension,
        withoutLongInsertions,
        Prec.highest(eventHandlers(events, chips.openSelected)),
        historyKeys,
        undoableAttachments,
        keymap.of(standardKeymap.filter(({ key }) => key !== 'Enter')),
        EditorView.updateListener.of((update) => report(update, events())),
      ],
    }),
  });
  const stopRouting = routeHistoryCommands(view);
  return {
    view,
    setAttributes: (next) =>
      view.dispatch({ effects: attributes.reconfigure(EditorView.contentAttributes.of(next)) }),
    setDetails: (details) => view.dispatch({ effects: setMentionDetails.of(details) }),
    destroy: () => {
      stopRouting();
      view.destroy();
    },
  };
}

/** Reports what an update has changed. */
function report(
  { transactions, docChanged, selectionSet, focusChanged, state, view }: ViewUpdate,
  events: InputEvents,
): void {
  const isByUser = !transactions.some((each) => each.annotation(byPanel) === true);
  if (docChanged) events.onChange(state.doc, isByUser);
  const effects = transactions.flatMap((each) => each.effects);
  for (const text of longInsertions(effects)) events.onLongText(text);
  for (const { inserted, isAttached } of attachmentChanges(effects))
    events.onAttachmentChange(inserted, isAttached);
  if (docChanged || selectionSet || focusChanged) {
    const isTyped = transactions.some((each) => each.isUserEvent('input.type') || each.isUserEvent('delete'));
    events.onWord(view.hasFocus ? mentionWordAt(state) : undefined, isTyped, view);
  }
  if (focusChanged && view.hasFocus) events.onFocus();
}

function eventHandlers(events: () => InputEvents, openSelected: (view: EditorView) => boolean) {
  /** Nothing is selected: CodeMirror would copy, or cut, the whole line. */
  const isNothing = (_event: Event, { state }: EditorView): boolean => state.selection.main.empty;
  return EditorView.domEventHandlers({
    keydown: (event, view) => {
      const opens = (event.key === 'Enter' || event.key === ' ') && !event.isComposing;
      return (opens && openSelected(view)) || events().onKeyDown(event, view);
    },
    paste: (event, view) => events().onPaste(event, view),
    drop: (event, view) => events().onDrop(event, view),
    copy: isNothing,
    cut: isNothing,
    // Keys such as Ctrl+B would make the text bold for a moment.
    beforeinput: ({ inputType }) => inputType.startsWith('format'),
  });
}

/** Replaces the text; the caret is then at its end. What is `final` begins the history anew. */
export function replaceText(view: EditorView, text: string, final: boolean): void {
  view.dispatch({
    changes: { from: 0, to: view.state.doc.length, insert: text },
    selection: { anchor: view.state.toText(text).length },
    annotations: [byPanel.of(true), Transaction.addToHistory.of(!final), isolateHistory.of('full')],
    scrollIntoView: true,
  });
  if (final) forgetHistory(view);
}

/** Types a text for the user, so that the lists of what can follow it open. */
export function typeText(view: EditorView, text: string): void {
  view.dispatch(view.state.replaceSelection(text), { userEvent: 'input.type', scrollIntoView: true });
}

/** Puts a text at the caret, in place of what is selected; it was an attachment where `from` is one. */
export function insertText(view: EditorView, text: string, from: InsertedAttachment | undefined): void {
  view.dispatch(view.state.replaceSelection(text), {
    annotations: [byPanel.of(true), isolateHistory.of('full')],
    effects: from === undefined ? [] : [becomesText(from)],
    scrollIntoView: true,
  });
}

/** The page's rule for styles lets CodeMirror add its own with this. */
function styleNonce(): string {
  return document.querySelector('meta[property="csp-nonce"]')?.getAttribute('content') ?? '';
}
