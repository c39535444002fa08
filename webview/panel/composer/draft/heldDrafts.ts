// The drafts of sessions that were left while something of them was being read, which goes on.
import type { ComposerDraft, DraftStorage, StoredDraft } from '../composerDraft.ts';
import type { Attachment } from './attachment.ts';

interface HeldDraft {
  readonly draft: ComposerDraft;
  /** Ends the reports to the host, which gets what was read also while another session is shown. */
  readonly stop: () => void;
}

/** By the state of the page, and by session. A second draft of a session would not have what the first one reads. */
const heldDrafts = new WeakMap<DraftStorage, Map<string, HeldDraft>>();

/** The session of a draft is left: `stop` is called when nothing of it is being read. */
export function leaveDraft(storage: DraftStorage, key: string, held: HeldDraft): void {
  if (!held.draft.isReading) {
    held.stop();
    return;
  }
  const drafts = heldDrafts.get(storage) ?? new Map<string, HeldDraft>();
  heldDrafts.set(storage, drafts.set(key, held));
}

/** The draft that is held of a session; undefined when there is none. */
export function heldDraft(storage: DraftStorage, key: string): ComposerDraft | undefined {
  return heldDrafts.get(storage)?.get(key)?.draft;
}

/** The draft is in the composer again, with what another chat or an editor has made of it meanwhile. */
export function releaseDraft(
  storage: DraftStorage,
  key: string,
  stored: Omit<StoredDraft, 'attachments'>,
  attachments: readonly Attachment[] | undefined,
): void {
  const held = heldDrafts.get(storage)?.get(key);
  if (held === undefined) return;
  heldDrafts.get(storage)?.delete(key);
  held.stop();
  const { draft } = held;
  if (stored.revision <= draft.current.revision) return;
  if (attachments !== undefined) draft.setAttachmentsOfHost(attachments);
  draft.setTextOfHost(stored.text, stored.revision);
}
