// The draft of each session, in memory and in a file of its own.
import { DisposableStore, type Disposable } from '../../core/base/lifecycle.ts';
import type { PromptEdit } from '../../core/panel/promptEdit.ts';
import type { Clock, Log } from '../../core/ports/hostPorts.ts';
import type { FilledForm } from '../../core/session/elicitation/state.ts';
import { StateFile } from '../../files/stateFile.ts';
import type { DraftAttachments } from './draftAttachments.ts';
import type { UnwrittenDraft } from './firstUnwritten.ts';
import { draftFile, storedDraft, type StoredDraft } from './storedDraft.ts';

export interface Draft {
  text: string;
  revision: number;
  /** The one shown first at the beginning. */
  forms: readonly FilledForm[];
  /** The one begun first at the beginning. */
  edits: readonly PromptEdit[];
  /** Holds this session alone, because other windows write the drafts of their own sessions. */
  readonly file: StateFile<StoredDraft>;
}

export interface DraftRecordsOptions {
  /** Absolute. */
  readonly folder: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Gets what the files name, and has what they are to name. */
  readonly attachments: DraftAttachments;
  readonly onUnwritten: (draft: UnwrittenDraft) => void;
}

/** The drafts by session key. */
export class DraftRecords implements Disposable {
  readonly #options: DraftRecordsOptions;
  /** Each is read when first asked for. */
  readonly loaded = new Map<string, Draft>();
  readonly #owned = new DisposableStore();

  constructor(options: DraftRecordsOptions) {
    this.#options = options;
  }

  at(key: string): Draft {
    return this.loaded.get(key) ?? this.#load(key);
  }

  /** Reads it again where another window went on with it meanwhile. */
  refresh(key: string): void {
    const { file, revision } = this.at(key);
    if ((file.read()?.revision ?? 0) <= revision) return;
    file.dispose();
    this.#load(key);
  }

  write(key: string): void {
    const { file, ...draft } = this.at(key);
    const attached = [undefined, ...draft.edits.map(({ of }) => of)].flatMap((of) => {
      const files = this.#options.attachments.storedOf(draftKey(key, of));
      return files === undefined ? [] : [{ ...(of === undefined ? {} : { of }), files }];
    });
    file.write({ ...draft, attached });
  }

  /** The session was deleted, and its file goes. */
  forget(key: string): void {
    const { edits, file } = this.at(key);
    for (const of of [undefined, ...edits.map((edit) => edit.of)])
      this.#options.attachments.set(draftKey(key, of), undefined);
    this.loaded.set(key, { text: '', revision: 0, forms: [], edits: [], file });
    file.write(undefined);
  }

  async flush(): Promise<void> {
    await Promise.all([...this.loaded.values()].map(({ file }) => file.flush()));
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #load(key: string): Draft {
    const { folder, clock, log, attachments, onUnwritten } = this.#options;
    const path = draftFile(folder, key);
    const onError = (error: unknown): void => onUnwritten({ key, error });
    const file = this.#owned.add(new StateFile({ path, schema: storedDraft, clock, log, onError }));
    const { text = '', revision = 0, forms = [], edits = [], attached = [] } = file.read() ?? {};
    const draft = { text, revision, forms, edits, file };
    this.loaded.set(key, draft);
    for (const { of, files } of attached) attachments.load(draftKey(key, of), files);
    return draft;
  }
}

/** The key of what is attached to a draft, or to the edit of a prompt; no key of a session has a line break. */
export function draftKey(key: string, of: string | undefined): string {
  return of === undefined ? key : `${key}\n${of}`;
}

/** The session of a {@link draftKey}. */
export function sessionOf(key: string): string {
  return key.split('\n', 1).join('');
}
