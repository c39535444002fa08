// The fields in which earlier and queued prompts are edited: what is dropped or pasted there is added to their drafts.
import type { ComposerDraft } from '../composerDraft.ts';

interface EditedField {
  readonly id: string;
  readonly element: Element;
  readonly draft: ComposerDraft;
}

const fields = new Set<EditedField>();
let count = 0;

/** Registers the field of a draft. Returns the function that removes it. */
export function addEditedField(element: Element, draft: ComposerDraft): () => void {
  const field = { id: `edit-${++count}`, element, draft };
  fields.add(field);
  return () => fields.delete(field);
}

/** The draft of the field that an event came to; undefined outside of all. */
export function draftAt(event: Event): ComposerDraft | undefined {
  const path = event.composedPath();
  return [...fields].find(({ element }) => path.includes(element))?.draft;
}

/** What names the field of a draft to the host; undefined for the composer. */
export function fieldOf(draft: ComposerDraft): string | undefined {
  return [...fields].find((field) => field.draft === draft)?.id;
}

/** The draft of a field that is still open. */
export function draftOf(id: string | undefined): ComposerDraft | undefined {
  return [...fields].find((field) => field.id === id)?.draft;
}
