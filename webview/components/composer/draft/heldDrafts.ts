// The drafts of sessions that were left while something of them was being read, which goes on.
import type { ComposerDraft, DraftStorage } from '../composerDraft.ts';
import type { StoredDraft } from './newestDraft.ts';

/** By the state of the page, and by session. A second draft of a session would not have what the first one reads. */
const heldDrafts = new WeakMap<DraftStorage, Map<string, ComposerDraft>>();

/** Holds the draft of a session that is left, if something of it is being read. */
export function holdDraft(storage: DraftStorage, key: string, draft: ComposerDraft): void {
  if (!draft.isReading) return;
  const held = heldDrafts.get(storage) ?? new Map<string, ComposerDraft>();
  heldDrafts.set(storage, held.set(key, draft));
}

/** The draft that is held of a session; undefined when there is none. */
export function heldDraft(storage: DraftStorage, key: string): ComposerDraft | undefined {
  return heldDrafts.get(storage)?.get(key);
}

/** The draft is in the composer again, with what another chat or an editor has made of its text meanwhile. */
export function releaseDraft(storage: DraftStorage, key: string, stored: StoredDraft): void {
  const draft = heldDraft(storage, key);
  heldDrafts.get(storage)?.delete(key);
  if (draft !== undefined && stored.revision > draft.current.revision)
    draft.setTextOfHost(stored.text, stored.revision);
}
