// What is in the composer: a text that is made a string only when somebody reads it, and attachments.
import { Text } from '@codemirror/state';
import type { Draft } from '../state/viewState.ts';
import type { Attachment } from './draft/attachment.ts';

/** A draft over the input's own document, so that a key costs nothing that grows with the text. */
export class DraftContent implements Draft {
  static readonly EMPTY = new DraftContent(Text.empty, []);

  readonly doc: Text;
  readonly attachments: readonly Attachment[];
  readonly revision: number;
  #text: string | undefined;

  constructor(doc: Text, attachments: readonly Attachment[], revision = 0) {
    this.doc = doc;
    this.attachments = attachments;
    this.revision = revision;
  }

  /** The whole text; of the first call the time grows with it. */
  get text(): string {
    this.#text ??= this.doc.toString();
    return this.#text;
  }

  get hasText(): boolean {
    return this.doc.length > 0;
  }

  /** Whether there is nothing to send. */
  get isBlank(): boolean {
    return this.attachments.length === 0 && isBlank(this.doc);
  }

  withAttachments(attachments: readonly Attachment[]): DraftContent {
    return new DraftContent(this.doc, attachments, this.revision);
  }
}

/** The text as a document; every kind of line break becomes a line feed. */
export function textDocument(text: string): Text {
  return Text.of(text.split(/\r\n?|\n/));
}

/** Reads only up to the first character that is not white space. */
function isBlank(doc: Text): boolean {
  for (const piece of doc) {
    if (piece.trim() !== '') return false;
  }
  return true;
}
