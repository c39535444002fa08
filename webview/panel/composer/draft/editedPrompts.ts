// The prompts of the transcript and of the queue that are being edited, of one session while it is shown.
import type { PromptEdit } from '../../../../src/core/panel/promptEdit.ts';
import { ComposerDraft, type DraftStorage, type PromptContent } from '../composerDraft.ts';
import type { Attachment } from './attachment.ts';

/** Holds the drafts of such prompts: a list that scrolls removes their fields, and the host stores them. */
export class EditedPrompts {
  readonly #key: string;
  readonly #drafts = new Map<string, ComposerDraft>();

  /** `stored` is what the host has; `attachmentsOf`: with it. */
  constructor(
    key: string,
    stored: readonly PromptEdit[],
    attachmentsOf: (of: string) => readonly Attachment[],
  ) {
    this.#key = key;
    for (const { of, text } of stored) {
      this.#begin(of, { text, attachments: attachmentsOf(of) });
    }
  }

  get ids(): readonly string[] {
    return [...this.#drafts.keys()];
  }

  /** The draft of the prompt with that id; undefined where it is not being edited. */
  of(id: string): ComposerDraft | undefined {
    return this.#drafts.get(id);
  }

  /** The draft of a prompt, which begins as the prompt is. */
  open(id: string, prompt: PromptContent): ComposerDraft {
    return this.#drafts.get(id) ?? this.#begin(id, { ...prompt, isBegun: true });
  }

  /** Nothing of it is reported any more. */
  end(id: string): void {
    const draft = this.#drafts.get(id);
    if (draft === undefined) return;
    this.#drafts.delete(id);
    draft.takeReport();
  }

  #begin(id: string, prompt: PromptContent & { readonly isBegun?: true }): ComposerDraft {
    const draft = new ComposerDraft(this.#key, NOT_IN_PAGE, { ...prompt, revision: 0 });
    this.#drafts.set(id, draft);
    return draft;
  }
}

/** The page stores nothing of edits. */
const NOT_IN_PAGE: DraftStorage = { draft: () => ({ text: '' }), setDraft: () => undefined };
