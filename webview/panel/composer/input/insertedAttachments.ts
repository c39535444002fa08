// Remembers in the input's history which of its text was an attachment, so that Undo makes it one again.
import { invertedEffects } from '@codemirror/commands';
import { StateEffect, type Extension } from '@codemirror/state';
import type { InsertedAttachment } from '../composerDraft.ts';

interface AttachmentChange {
  readonly inserted: InsertedAttachment;
  /** Whether it is an attachment now, and not text. */
  readonly isAttached: boolean;
}

const changed = StateEffect.define<AttachmentChange>();

export const undoableAttachments: Extension = invertedEffects.of(({ effects }) =>
  attachmentChanges(effects).map(({ inserted, isAttached }) =>
    changed.of({ inserted, isAttached: !isAttached }),
  ),
);

/** Marks the change that puts the text of an attachment into the input. */
export function becomesText(inserted: InsertedAttachment): StateEffect<unknown> {
  return changed.of({ inserted, isAttached: false });
}

/** The attachments that became text, or are attachments again. */
export function attachmentChanges(effects: readonly StateEffect<unknown>[]): readonly AttachmentChange[] {
  return effects.flatMap((effect) => (effect.is(changed) ? [effect.value] : []));
}
