// What is attached to drafts in files, one for each attachment, so that it survives a reload or a crash of the window.
import { createHash } from 'node:crypto';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { SerialWork } from '../../core/base/serialWork.ts';
import * as z from 'zod/mini';
import { newAttachment, type NewAttachment } from '../../core/panel/draftAttachment.ts';
import { contentBlock, contentLength, type ContentBlock } from '../../core/session/content.ts';
import type { Log } from '../../core/ports/hostPorts.ts';
import { readBounded, readBoundedSync } from '../../storage/boundedRead.ts';
import { replacePrivateFile } from '../../storage/privateFiles.ts';
import type { DraftAttachments, StoredAttachment } from './draftAttachments.ts';
import { draftFile } from './storedDraft.ts';

/** The composer takes no attachment of which the file would be larger. */
const MAX_FILE_BYTES = 64 * 1024 ** 2;

/** In UTF-16 code units, of all drafts together; those of the last one are held in memory whatever their length. */
const MAX_CHARACTERS = 100_000_000;

/** A file that no draft names is left by a window that ended while it wrote, once it is that old. */
const MIN_AGE_MS = 24 * 3_600_000;

/** A stored draft could have other names than those that are written here. */
const NAME = /^[\da-f]{64}\.json$/;

/** The block, beside which the thumbnail of a picture is stored. */
const storedThumbnail = z.object({ thumbnail: newAttachment.shape.thumbnail });

/**
 * A name says of which draft the file is and what is in it: what is attached once more is not written again, and no two
 * drafts, which may be those of two windows, share a file.
 */
export class DraftFiles {
  readonly #storage: string;
  readonly #folder: string;
  readonly #log: Log;
  /** By block, the names by draft. */
  readonly #names = new WeakMap<ContentBlock, Map<string, string>>();
  /** The files that were written or read here, and not removed since. */
  readonly #present = new Set<string>();
  readonly #updates = new SerialWork();
  /** The files to be removed once no draft names them. */
  #unused: Promise<Set<string>> | undefined;

  /** `folder` is absolute; folders in it are made when there is something to write. */
  constructor(folder: string, log: Log) {
    this.#storage = folder;
    this.#log = log;
    this.#folder = join(folder, 'draft-attachments');
  }

  /**
   * Writes what is not in files yet, also where that failed before, has `save` store the names for the drafts with those
   * keys, and removes the files that no draft has any more, or tries that again the next time. Rejects when something cannot
   * be written.
   */
  update(attachments: DraftAttachments, save: (keys: readonly string[]) => Promise<void>): Promise<void> {
    return this.#updates.run(async () => {
      const keys = [...attachments.unstored];
      const errors: unknown[] = [];
      for (const key of keys)
        await this.#store(attachments, key).catch((error: unknown) => errors.push(error));
      // A window that ends here leaves files too many, but none too few.
      await save(keys);
      this.#unused ??= this.#abandoned();
      const unused = await this.#unused;
      for (const name of attachments.discarded.splice(0)) unused.add(name);
      // What is attached is stored by now: a file of another window that is being written is no loss.
      await this.#removeUnnamed(unused).catch((error: unknown) =>
        this.#log.warn(`Attachments that no draft names were not removed: ${String(error)}`),
      );
      this.#releaseOldest(attachments);
      if (errors.length > 0) throw errors[0];
    });
  }

  /** Removes what was put aside of drafts because it could not be read. */
  async forget(keys: readonly string[]): Promise<void> {
    for (const key of keys) await rm(`${draftFile(this.#storage, key)}.unreadable`, { force: true });
  }

  async #store(attachments: DraftAttachments, key: string): Promise<void> {
    const current = attachments.of(key) ?? [];
    const files: StoredAttachment[] = [];
    for (const attachment of current)
      files.push({ id: attachment.id, file: await this.#write(attachment, key) });
    // They may have been changed meanwhile.
    if (attachments.unstored.has(key) && attachments.of(key) === current)
      attachments.set(key, current, files);
  }

  async #write({ block, thumbnail }: NewAttachment, key: string): Promise<string> {
    const known = this.#names.get(block)?.get(key);
    if (known !== undefined && this.#present.has(known)) return known;
    const text = JSON.stringify(thumbnail === undefined ? block : { ...block, thumbnail });
    const name = `${createHash('sha256').update(`${key}\n\n${text}`).digest('hex')}.json`;
    await replacePrivateFile(join(this.#folder, name), text);
    this.#note(block, key, name);
    return name;
  }

  #note(block: ContentBlock, key: string, name: string): void {
    this.#names.set(block, new Map(this.#names.get(block)).set(key, name));
    this.#present.add(name);
  }

  /** Reads what the window before has left of a draft. Rejects when a file is not there as it was written. */
  async restore(attachments: DraftAttachments, key: string): Promise<void> {
    const files = attachments.files.get(key) ?? [];
    const found: NewAttachment[] = [];
    for (const stored of files)
      found.push(this.#parsed(key, stored, await readBounded(this.#path(stored), MAX_FILE_BYTES)));
    if (attachments.of(key) === undefined && attachments.files.get(key) === files)
      attachments.set(key, found, files);
  }

  /** Reads what was released from memory: whoever goes back to the draft finds it as it was. */
  #readAgain(key: string, files: readonly StoredAttachment[]): readonly NewAttachment[] | undefined {
    try {
      return files.map((stored) =>
        this.#parsed(key, stored, readBoundedSync(this.#path(stored), MAX_FILE_BYTES)),
      );
    } catch (error) {
      this.#log.warn(`The attachments of a draft were not read again: ${String(error)}`);
      return undefined;
    }
  }

  #path({ file }: StoredAttachment): string {
    if (!NAME.test(file)) throw new Error(`${file} is not the name of an attachment.`);
    return join(this.#folder, file);
  }

  #parsed(key: string, { id, file }: StoredAttachment, bytes: Buffer): NewAttachment {
    const stored: unknown = JSON.parse(bytes.toString('utf8'));
    const block: ContentBlock = contentBlock.parse(stored);
    this.#note(block, key, file);
    return { id, block, ...storedThumbnail.parse(stored) };
  }

  /** What windows that are gone have left. */
  async #abandoned(): Promise<Set<string>> {
    const before = Date.now() - MIN_AGE_MS;
    const found = new Set<string>();
    for (const name of await readdir(this.#folder).catch(() => [])) {
      const stats = await stat(join(this.#folder, name)).catch(() => undefined);
      if (stats !== undefined && stats.mtimeMs < before) found.add(name);
    }
    return found;
  }

  /**
   * Looks into the files of all drafts: other windows have theirs, one that cannot be parsed names files, too, and the one of
   * earlier versions stays until each draft in it has a file of its own.
   */
  async #removeUnnamed(unused: Set<string>): Promise<void> {
    if (unused.size === 0) return;
    const drafts = await readdir(join(this.#storage, 'drafts')).catch(() => []);
    const earlier = (await readdir(this.#storage)).filter((name) => name.startsWith('drafts.json'));
    for (const path of [...drafts.map((name) => join('drafts', name)), ...earlier]) {
      const text = await readFile(join(this.#storage, path), 'utf8');
      for (const name of unused) if (text.includes(name)) unused.delete(name);
    }
    for (const name of unused) this.#present.delete(name);
    await Promise.all([...unused].map((name) => rm(join(this.#folder, name), { force: true })));
    unused.clear();
  }

  #releaseOldest(attachments: DraftAttachments): void {
    let characters = 0;
    for (const [key, list] of attachments.loaded.toReversed()) {
      const files = attachments.storedOf(key) ?? [];
      if (characters > MAX_CHARACTERS) attachments.release(key, () => this.#readAgain(key, files));
      characters += list.reduce((sum, { block }) => sum + contentLength(block), 0);
    }
  }
}
