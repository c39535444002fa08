// What is attached to drafts in files, one for each attachment, so that it survives a reload or a crash of the window.
import { createHash } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { SerialWork } from '../../core/base/serialWork.ts';
import * as z from 'zod/mini';
import { newAttachment, type NewAttachment } from '../../core/panel/draftAttachment.ts';
import { contentBlock, type ContentBlock } from '../../core/session/content.ts';
import { readBounded } from '../../storage/boundedRead.ts';
import { replacePrivateFile } from '../../storage/privateFiles.ts';
import type { DraftAttachments, StoredAttachment } from './draftAttachments.ts';

/** The composer takes no attachment of which the file would be larger. */
const MAX_FILE_BYTES = 64 * 1024 ** 2;

/** The size of all drafts together; the files of those changed longest ago are removed. */
const MAX_BYTES = 200 * 1024 ** 2;

/** `drafts.json` could have other names than those that are written here. */
const NAME = /^[\da-f]{64}\.json$/;

/** The block, beside which the thumbnail of a picture is stored. */
const storedThumbnail = z.object({ thumbnail: newAttachment.shape.thumbnail });

/** A name says what is in the file, so that what is attached once more is not written again. */
export class DraftFiles {
  readonly #folder: string;
  readonly #names = new WeakMap<ContentBlock, string>();
  /** The files that were written or read here, and not removed since. */
  readonly #present = new Set<string>();
  readonly #updates = new SerialWork();

  /** `folder` is absolute; it is made when there is something to write. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Writes what is not in files yet, has `save` store their names, and removes the files that no draft has any more.
   * Rejects when something cannot be written.
   */
  update(attachments: DraftAttachments, save: () => Promise<void>): Promise<void> {
    return this.#updates.run(async () => {
      await this.#store(attachments);
      const kept = await this.#withinLimit(attachments);
      // A window that ends here leaves files too many, but none too few.
      await save();
      await this.#removeAllBut(kept);
    });
  }

  async #store(attachments: DraftAttachments): Promise<void> {
    for (const key of attachments.unstored) {
      const current = attachments.of(key) ?? [];
      const files: StoredAttachment[] = [];
      for (const attachment of current)
        files.push({ id: attachment.id, file: await this.#write(attachment) });
      // They may have been changed meanwhile.
      if (attachments.unstored.has(key) && attachments.of(key) === current) {
        attachments.set(key, current, files);
      }
    }
  }

  async #write({ block, thumbnail }: NewAttachment): Promise<string> {
    const known = this.#names.get(block);
    if (known !== undefined && this.#present.has(known)) return known;
    const text = JSON.stringify(thumbnail === undefined ? block : { ...block, thumbnail });
    const name = `${createHash('sha256').update(text).digest('hex')}.json`;
    await replacePrivateFile(join(this.#folder, name), text);
    this.#note(block, name);
    return name;
  }

  #note(block: ContentBlock, name: string): void {
    this.#names.set(block, name);
    this.#present.add(name);
  }

  /** Reads what the window before has left of a draft. Rejects when a file is not there as it was written. */
  async restore(attachments: DraftAttachments, key: string): Promise<void> {
    const files = attachments.files.get(key) ?? [];
    const found: NewAttachment[] = [];
    for (const { id, file } of files) {
      if (!NAME.test(file)) throw new Error(`${file} is not the name of an attachment.`);
      const bytes = await readBounded(join(this.#folder, file), MAX_FILE_BYTES);
      const stored: unknown = JSON.parse(bytes.toString('utf8'));
      const block: ContentBlock = contentBlock.parse(stored);
      this.#note(block, file);
      found.push({ id, block, ...storedThumbnail.parse(stored) });
    }
    if (attachments.of(key) === undefined && attachments.files.get(key) === files)
      attachments.set(key, found, files);
  }

  /** The names of all files, after those for which there is no room are forgotten. */
  async #withinLimit(attachments: DraftAttachments): Promise<ReadonlySet<string>> {
    const { files, unstored } = attachments;
    const kept = new Set<string>();
    let bytes = 0;
    for (const [key, stored] of [...files].toReversed()) {
      const names = stored.map(({ file }) => file);
      for (const name of names.filter((each) => !kept.has(each))) {
        const found = await stat(join(this.#folder, name)).catch(() => undefined);
        bytes += found?.size ?? 0;
      }
      if (bytes > MAX_BYTES && kept.size > 0) files.delete(key);
      else for (const name of names) kept.add(name);
    }
    // What was changed while it was written is written next: not all of it anew.
    for (const key of unstored) {
      for (const { block } of attachments.of(key) ?? []) kept.add(this.#names.get(block) ?? '');
    }
    return kept;
  }

  async #removeAllBut(kept: ReadonlySet<string>): Promise<void> {
    const found = await readdir(this.#folder).catch(() => []);
    const unused = found.filter((name) => !kept.has(name));
    for (const name of unused) this.#present.delete(name);
    await Promise.all(unused.map((name) => rm(join(this.#folder, name), { force: true })));
  }
}
