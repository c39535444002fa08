// Adds files, dropped resources and what the host found to the draft, and says what could not be added.
import { useCallback } from 'react';
import type { AddedContext, MediaFile } from '../../../../src/core/panel/addedContext.ts';
import { usePanelServices, useSessionKey } from '../../state/panelContext.tsx';
import { useRequest } from '../../state/useRequest.ts';
import { useComposer } from '../composerContext.tsx';
import type { ComposerDraft } from '../composerDraft.ts';
import { draftOf, fieldOf } from '../field/editedFields.ts';
import { attachStrings } from './attachStrings.ts';
import { droppedFolders, droppedItems } from './droppedItems.ts';
import { fileBlock, refusalOf, type Recipient } from './fileBlock.ts';

/** Models take no more in a prompt. */
const MAX_ATTACHMENTS = 100;

export interface Attach {
  /** Attaches files that have no address. */
  readonly addFiles: (files: readonly File[], draft?: ComposerDraft) => void;
  /** Has the host add what has an address. */
  readonly addUris: (uris: readonly string[], draft?: ComposerDraft) => void;
  /** Adds what was dropped. Returns whether that is more than text. */
  readonly addDropped: (transfer: DataTransfer, draft?: ComposerDraft) => boolean;
}

/** Adds to the draft around it, or to the one that is passed. */
export function useAttach(): Attach {
  const { store, post } = usePanelServices();
  const key = useSessionKey();
  const composer = useComposer();
  const addFiles = useCallback(
    (files: readonly File[], draft = composer) => {
      const { panel } = store.view;
      if (panel !== undefined) {
        attachFiles(draft, files, { title: panel.agent.title, accepts: panel.promptCapabilities });
      }
    },
    [store, composer],
  );
  const addUris = useCallback(
    (uris: readonly string[], draft = composer) => {
      const field = fieldOf(draft);
      post({ type: 'add_dropped', key, uris: [...uris], ...(field === undefined ? {} : { field }) });
    },
    [post, key, composer],
  );
  const addDropped = useCallback(
    (transfer: DataTransfer, draft = composer): boolean => {
      const { uris, files } = droppedItems(transfer);
      if (uris.length > 0) {
        addUris(uris, draft);
        return true;
      }
      if (files.length === 0) return false;
      const folders = droppedFolders(transfer);
      addFiles(
        files.filter(({ name }) => !folders.has(name)),
        draft,
      );
      const [folder] = folders;
      if (folder !== undefined) draft.setNote(attachStrings.folder(folder));
      draft.focus();
      return true;
    },
    [composer, addFiles, addUris],
  );
  return { addFiles, addUris, addDropped };
}

/** Applies what the host adds. `send` sends the draft. */
export function useAddedContexts(send: () => void): void {
  const composer = useComposer();
  const { addFiles } = useAttach();
  useRequest(['add_context'], ({ context }) => {
    const draft = draftOf(context.field) ?? composer;
    const wasBlank = draft.current.isBlank;
    apply(context, draft, addFiles);
    if (context.sends === true && wasBlank) send();
  });
}

function apply(
  { text, attachments = [], media = [], note, replaces }: AddedContext,
  composer: ComposerDraft,
  addFiles: Attach['addFiles'],
): void {
  if (replaces !== undefined) {
    composer.insertAttachment(replaces, text);
    return;
  }
  const attached = attachments.slice(0, placesLeft(composer));
  const isTooMany = attached.length < attachments.length;
  composer.setNote(isTooMany ? attachStrings.tooMany(MAX_ATTACHMENTS) : note);
  if (attached.length > 0) composer.attachAll(attached);
  if (text !== undefined) composer.insertContext(text);
  else composer.focus();
  if (media.length > 0) addFiles(media.map(fileOf), composer);
}

function fileOf({ name, mimeType, bytes }: MediaFile): File {
  return new File([new Uint8Array(bytes)], name, { type: mimeType });
}

function placesLeft(composer: ComposerDraft): number {
  return Math.max(0, MAX_ATTACHMENTS - composer.attachmentCount);
}

function attachFiles(composer: ComposerDraft, files: readonly File[], recipient: Recipient): void {
  const checked = files.map((file) => ({ file, refusal: refusalOf(file, recipient) }));
  const accepted = checked.filter(({ refusal }) => refusal === undefined).map(({ file }) => file);
  const attached = accepted.slice(0, placesLeft(composer));
  const first = checked.find(({ refusal }) => refusal !== undefined)?.refusal;
  composer.setNote(
    first ?? (attached.length < accepted.length ? attachStrings.tooMany(MAX_ATTACHMENTS) : undefined),
  );
  // In their order, and not all decoded at once: a photo takes tens of megabytes.
  let before: Promise<unknown> = Promise.resolve();
  for (const file of attached) {
    const reading = before.then(() => fileBlock(file));
    before = reading.catch(() => undefined);
    composer
      .attachWhenRead(reading)
      .catch((error: unknown) => composer.setNote(error instanceof Error ? error.message : String(error)));
  }
}
