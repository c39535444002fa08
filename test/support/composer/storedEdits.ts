// The edits of prompts that the host would have stored, for a panel that is opened again.
import type { NewAttachment } from '../../../src/core/panel/draftAttachment.ts';
import type { PromptEdit } from '../../../src/core/panel/promptEdit.ts';
import { openPanel, READY, type OpenPanel, type OpenPanelOptions } from '../panel.tsx';

interface StoredEdits {
  readonly edits: readonly PromptEdit[];
  readonly editAttachments: readonly {
    readonly of: string;
    readonly attachments: readonly NewAttachment[];
  }[];
}

/** What the host has after all that a panel reported. */
export function storedEdits(panel: OpenPanel, before: readonly PromptEdit[] = []): StoredEdits {
  const edits = new Map(before.map(({ of, text }) => [of, text]));
  const attached = new Map<string, readonly NewAttachment[]>();
  for (const message of panel.posted) {
    if (message.type === 'edit') {
      const { of, text } = message.edit;
      edits.set(of, text);
      if (message.attachments !== undefined) attached.set(of, panel.attached(message.attachments));
    }
    if (message.type === 'edit_end') edits.delete(message.of);
  }
  return {
    edits: [...edits].map(([of, text]) => ({ of, text })),
    editAttachments: [...attached].flatMap(([of, attachments]) =>
      edits.has(of) ? [{ of, attachments }] : [],
    ),
  };
}

/** Opens a panel as it is after the end of the window: with what the host has stored, and nothing of the page. */
export function afterCrash(
  { edits, editAttachments }: StoredEdits,
  { panel = {}, ...options }: OpenPanelOptions,
): OpenPanel {
  const draft = { ...READY.draft, ...panel.draft, edits: [...edits] };
  return openPanel({ ...options, panel: { ...panel, draft }, editAttachments });
}
