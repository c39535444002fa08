// The prompts of the transcript and of the queue that are being edited, of one session while it is shown.
import type { PromptEdit } from '../../../../src/core/panel/promptEdit.ts';
import type { ContentBlock } from '../../../../src/core/session/content.ts';
import { ComposerDraft } from '../composerDraft.ts';
import type { Draft } from '../../../viewState.ts';

/** Holds the drafts of such prompts: a list that scrolls removes their fields, and the host stores them. */
export class EditedPrompts {
  readonly #key: string;
  readonly #drafts = new Map<string, ComposerDraft>();

  /** `stored` is what the host has; `attachmentsOf`: with it. */
  constructor(
    key: string,
    stored: readonly PromptEdit[],
    attachmentsOf: (of: string) => readonly ContentBlock[],
  ) {
    this.#key = key;
    for (const { of, text } of stored) {
      const attachments = attachmentsOf(of);
      this.#begin(of, { text, attachments }, attachments);
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
  open(id: string, prompt: Draft): ComposerDraft {
    return this.#drafts.get(id) ?? this.#begin(id, prompt);
  }

  /** Nothing of it is reported any more. */
  end(id: string): void {
    const draft = this.#drafts.get(id);
    if (draft === undefined) return;
    this.#drafts.delete(id);
    draft.takeReport();
  }

  /** `attached`: what the host has of what is attached; undefined before it was reported. */
  #begin(id: string, prompt: Draft, attached?: readonly ContentBlock[]): ComposerDraft {
    const storage = { draft: () => prompt, setDraft: () => undefined };
    const draft = new ComposerDraft(this.#key, storage, {
      text: prompt.text,
      revision: 0,
      attachments: attached,
    });
    this.#drafts.set(id, draft);
    return draft;
  }
}
