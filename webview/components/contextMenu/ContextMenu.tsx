// The context menu: says to VS Code what was clicked, and carries out the commands of the menu.
import { useEffect, useRef } from 'react';
import type { SessionState } from '../../../src/core/session/model.ts';
import { usePanelServices, useView } from '../../panelContext.tsx';
import type { MenuRequest } from '../../store.ts';
import { useComposer } from '../composer/composerContext.tsx';
import { copyButton, diffButton, entryWithId, firstDiff, isEdited, menuContextOf } from './clickedPlace.ts';
import { copiedEntry, quotedText, selectedText } from './copiedText.ts';

/** Renders nothing: VS Code draws the menu. */
export function ContextMenu() {
  const { store, post } = usePanelServices();
  const composer = useComposer();
  const request = useView(({ menuRequest }) => menuRequest);
  const clicked = useRef<Element>(undefined);

  useEffect(() => {
    const { body } = document;
    const onContextMenu = ({ target }: MouseEvent): void => {
      const { session } = store.view;
      if (!(target instanceof Element) || session === undefined || isEdited(target)) {
        delete body.dataset['vscodeContext'];
        return;
      }
      clicked.current = target;
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

  useEffect(() => {
    if (request === undefined) return;
    store.forgetMenuRequest();
    const { session } = store.view;
    if (session === undefined || session.key !== request.key) return;
    if (request.command === 'add_selection') {
      const text = selectedText(session);
      if (text !== '' && session.readOnly === undefined) composer.addText(quotedText(text));
    } else if (request.command === 'copy_code') {
      if (clicked.current !== undefined) copyButton(clicked.current)?.click();
    } else if (request.command === 'open_diff') {
      const button = clicked.current === undefined ? undefined : diffButton(clicked.current);
      const diff = diffOf(session, request);
      if (button !== undefined) button.click();
      else if (diff !== undefined) post({ type: 'open_diff', key: session.key, ...diff });
    } else {
      const text = textFor(session, { ...request, command: request.command });
      if (text !== '') post({ type: 'copy', text });
    }
  }, [store, post, composer, request]);
  return null;
}

type CopyRequest = MenuRequest & {
  readonly command: 'copy_selection' | 'copy_message' | 'copy_response' | 'copy_markdown';
};

function textFor(session: SessionState, { command, entryId }: CopyRequest): string {
  if (command === 'copy_selection') return selectedText(session);
  const entry = entryId === undefined ? undefined : entryWithId(session, entryId);
  return entry === undefined ? '' : copiedEntry(session, entry, command);
}

/** The first diff of the entry that was clicked. */
function diffOf(
  session: SessionState,
  { entryId }: MenuRequest,
): { readonly toolCallId: string; readonly index: number } | undefined {
  const entry = entryId === undefined ? undefined : entryWithId(session, entryId);
  const index = entry === undefined ? undefined : firstDiff(entry);
  if (entry?.kind !== 'tool' || index === undefined) return undefined;
  return { toolCallId: entry.call.toolCallId, index };
}
