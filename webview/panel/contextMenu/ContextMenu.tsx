// The context menu: says to VS Code what was clicked, and carries out the commands of the menu.
import { useEffect, useRef } from 'react';
import type { Entry } from '../../../src/core/session/entries.ts';
import type { SessionState } from '../../../src/core/session/model.ts';
import { startOf } from '../../../src/core/text/wholeCharacters.ts';
import { usePanelServices } from '../state/panelContext.tsx';
import { useRequest, type RequestOf } from '../state/useRequest.ts';
import { answerOf } from '../entries/answerOf.ts';
import { useComposer } from '../composer/composerContext.tsx';
import { copyButton, diffButton, entryWithId, firstDiff, isEdited, menuContextOf } from './clickedPlace.ts';
import { copiedEntry, quotedText, selectedText } from './copiedText.ts';

/** The length of an entry that is quoted as a whole, in characters. */
const MAX_QUOTED_LENGTH = 4_000;

/** Where the menu was opened. What was selected then may not be any more: the focus leaves the panel and returns. */
interface Place {
  readonly element: Element;
  readonly selected: string;
}

/** Renders nothing: VS Code draws the menu. */
export function ContextMenu() {
  const { store, post } = usePanelServices();
  const composer = useComposer();
  const clicked = useRef<Place>(undefined);

  useEffect(() => {
    const { body } = document;
    const onContextMenu = ({ target }: MouseEvent): void => {
      const { session } = store.view;
      if (!(target instanceof Element) || session === undefined || isEdited(target)) {
        delete body.dataset['vscodeContext'];
        return;
      }
      clicked.current = { element: target, selected: selectedText(session) };
      // VS Code's own items offer to cut what cannot be cut.
      const context = { ...menuContextOf(target, session), preventDefaultContextMenuItems: true };
      body.dataset['vscodeContext'] = JSON.stringify(context);
    };
    // VS Code reads the attribute when the event has come up to the window.
    document.addEventListener('contextmenu', onContextMenu, { capture: true });
    return () => {
      document.removeEventListener('contextmenu', onContextMenu, { capture: true });
      delete body.dataset['vscodeContext'];
    };
  }, [store]);

  useRequest(['menu_command'], (request) => {
    const { session } = store.view;
    if (session === undefined || session.key !== request.key) return;
    const { element, selected = '' } =
      request.isByKey === true ? focusedPlace(session) : (clicked.current ?? {});
    if (request.command === 'add_selection') {
      if (selected !== '' && session.readOnly === undefined) composer.addText(quotedText(selected));
    } else if (request.command === 'ask_about') {
      const about = selected || aboutEntry(session, element);
      if (about !== '' && session.readOnly === undefined) composer.addText(quotedText(about));
    } else if (request.command === 'edit_prompt') {
      element?.closest('.entry')?.querySelector<HTMLElement>('[data-testid="edit-prompt"]')?.click();
    } else if (request.command === 'open_markdown' || request.command === 'export_markdown') {
      const entry = entryAround(session, element);
      const text =
        entry === undefined
          ? ''
          : answerOf(session, entry.id) || copiedEntry(session, entry, 'copy_markdown');
      if (text === '') return;
      if (request.command === 'open_markdown') post({ type: 'open_as_markdown', text });
      else post({ type: 'export_answer', key: session.key, text });
    } else if (request.command === 'copy_code') {
      if (element !== undefined) copyButton(element)?.click();
    } else if (request.command === 'open_subagent') {
      const entry = entryAround(session, element);
      if (entry?.kind === 'tool') post({ type: 'open_subagent', key: session.key, id: entry.id });
    } else if (request.command === 'open_diff') {
      const button = element === undefined ? undefined : diffButton(element);
      const diff = diffOf(session, request);
      if (button !== undefined) button.click();
      else if (diff !== undefined) post({ type: 'open_diff', key: session.key, ...diff });
    } else {
      const text =
        request.command === 'copy_selection'
          ? selected
          : textOfEntry(session, { ...request, command: request.command });
      if (text !== '') post({ type: 'copy', text });
    }
  });
  return null;
}

/** What the keys of the menu's commands are about. */
function focusedPlace(session: SessionState): Partial<Place> {
  const { activeElement } = document;
  return { selected: selectedText(session), ...(activeElement === null ? {} : { element: activeElement }) };
}

/** The entry that an element is in. */
function entryAround(session: SessionState, element: Element | undefined): Entry | undefined {
  const id = element?.closest<HTMLElement>('[data-entry-id]')?.dataset['entryId'];
  return id === undefined ? undefined : entryWithId(session, id);
}

/** The text of the entry that an element is in, where nothing is selected: the beginning of a long one. */
function aboutEntry(session: SessionState, element: Element | undefined): string {
  const code = element?.closest('[data-testid="code-block"]')?.querySelector('code')?.textContent ?? '';
  const entry = entryAround(session, element);
  const text = code !== '' || entry === undefined ? code : copiedEntry(session, entry, 'copy_message');
  return text.length <= MAX_QUOTED_LENGTH ? text : `${startOf(text, MAX_QUOTED_LENGTH)}…`;
}

type EntryRequest = RequestOf<'menu_command'> & {
  readonly command: 'copy_message' | 'copy_response' | 'copy_markdown';
};

function textOfEntry(session: SessionState, { command, entryId }: EntryRequest): string {
  const entry = entryId === undefined ? undefined : entryWithId(session, entryId);
  return entry === undefined ? '' : copiedEntry(session, entry, command);
}

/** The first diff of the entry that was clicked. */
function diffOf(
  session: SessionState,
  { entryId }: RequestOf<'menu_command'>,
): { readonly id: string; readonly index: number } | undefined {
  const entry = entryId === undefined ? undefined : entryWithId(session, entryId);
  const index = entry === undefined ? undefined : firstDiff(entry);
  if (entry?.kind !== 'tool' || index === undefined) return undefined;
  return { id: entry.id, index };
}
