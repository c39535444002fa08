// Stores the open changes of sessions on the disk, so that they can be reviewed after a reload.
import * as z from 'zod/mini';
import type { ChangedFiles } from '../core/changedFiles.ts';
import type { PastFiles } from './checkpointFiles.ts';
import type { Written } from './fileRestorer.ts';
import { asBytes } from '../../../snapshots/diskState.ts';
import { gitActivities, noActivities, type GitActivities } from './gitNote.ts';
import { SessionRecords, type RecordedSession } from './review/sessionRecords.ts';
import { filesAsJson, filesToStore } from './review/storedFiles.ts';
import { unlistedReason, type UnlistedChanges } from './watch/unlistedChanges.ts';

const fileState = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('absent') }),
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('bytes'), hash: z.string() }),
]);
/** Changed files as they are stored. */
export const changedFiles = z.array(
  z.tuple([
    z.string(),
    z.object({
      before: fileState,
      after: fileState,
      modes: z.exactOptional(z.object({ before: z.string(), after: z.string() })),
      isReviewed: z.exactOptional(z.literal(true)),
      isEdited: z.exactOptional(z.literal(true)),
      isOnlyCopy: z.exactOptional(z.literal(true)),
    }),
  ]),
);
const permissionsBefore = z.object({
  /** git's mode. */
  mode: z.exactOptional(z.string()),
  /** A Unix mode, where that was an unusual one. */
  permissions: z.exactOptional(z.number()),
  /** Where there was no file: how many of the folders around it, from the innermost on, were not there either. */
  newFolders: z.exactOptional(z.number()),
});
/** Who could run, read and write a file before it was changed, and where it was to be. */
export type FilePermissionsBefore = Readonly<z.infer<typeof permissionsBefore>>;

const lookedAt = z.object({
  trees: z.record(z.string(), z.string()),
  gaps: z.array(z.string()),
  /** The folders that were not tracked; absent in those of earlier versions. */
  untracked: z.exactOptional(z.array(z.string())),
  at: z.number(),
});
/** The folders as they were when an agent that worked was last looked after: ids of snapshots, and epoch milliseconds. */
export type LookedAt = Readonly<z.infer<typeof lookedAt>>;

const redoable = z.object({
  checkpoint: z.string(),
  written: z.array(
    z.tuple([z.string(), z.object({ state: fileState, unsavedBefore: z.exactOptional(fileState) })]),
  ),
  files: changedFiles,
  named: z.array(z.tuple([z.string(), fileState])),
  isRestore: z.exactOptional(z.literal(true)),
});

/** The way back from an undo or restore. */
export interface Redo {
  /** From just before it. */
  readonly checkpoint: string;
  /** What it wrote, by path: a redo replaces only that. */
  readonly written: ReadonlyMap<string, Written>;
  /** What was known of these files at the checkpoint. */
  readonly past: PastFiles;
  /** The way back from the part that was done before the user canceled it, and then undid the rest. */
  readonly earlier?: Redo | undefined;
  /** Whether it is the way back from a Restore, which may have taken what the user wrote. */
  readonly isRestore?: true | undefined;
  /** The way back from the last Restore before it, which comes after this one: what it took exists nowhere else. */
  readonly restoredBefore?: Redo | undefined;
}

const storedSession = z.object({
  files: changedFiles,
  /** Absent where the agent had ended its work. */
  lookedAt: z.exactOptional(lookedAt),
  settled: z.array(z.string()),
  others: z.exactOptional(changedFiles),
  waiting: z.exactOptional(z.array(z.string())),
  permissions: z.exactOptional(z.array(z.tuple([z.string(), permissionsBefore]))),
  unlisted: z.exactOptional(z.array(z.tuple([z.string(), unlistedReason]))),
  git: z.exactOptional(gitActivities),
  redo: z.exactOptional(z.union([z.array(redoable), redoable])),
  /** The Restores before it, the last one first. */
  restoredBefore: z.exactOptional(z.array(z.array(redoable))),
});

/** From parts, the earliest first; earlier versions stored one alone. */
function redoOf(stored: z.infer<typeof redoable> | readonly z.infer<typeof redoable>[]): Redo | undefined {
  return [stored].flat().reduce<Redo | undefined>((earlier, part) => {
    const { checkpoint, written, files, named, isRestore } = part;
    const past = { files: new Map(files), named: new Map(named) };
    return { checkpoint, written: new Map(written), past, earlier, isRestore };
  }, undefined);
}

/** The last way back, with those of the Restores before it. */
function withRestores(
  redo: Redo | undefined,
  before: z.infer<typeof storedSession>['restoredBefore'] = [],
): Redo | undefined {
  const restoredBefore = before.reduceRight<Redo | undefined>((earlier, stored) => {
    const restored = redoOf(stored);
    return restored === undefined ? earlier : { ...restored, restoredBefore: earlier };
  }, undefined);
  return redo === undefined ? restoredBefore : { ...redo, restoredBefore };
}

/** What {@link withRestores} puts together. */
function restoresToStore({ restoredBefore }: Redo): readonly (readonly object[])[] {
  return restoredBefore === undefined
    ? []
    : [redoToStore(restoredBefore), ...restoresToStore(restoredBefore)];
}

/** What was written is only compared, but for documents. */
function redoToStore({ checkpoint, written, past, earlier, isRestore }: Redo): readonly object[] {
  const part = {
    ...(isRestore === undefined ? {} : { isRestore }),
    checkpoint,
    written: [...written].map(([path, { state, unsavedBefore }]) => [
      path,
      unsavedBefore === undefined ? { state: asBytes(state) } : { state, unsavedBefore },
    ]),
    files: filesToStore(past.files),
    named: [...past.named],
  };
  return [...(earlier === undefined ? [] : redoToStore(earlier)), part];
}

const redosAsJson = new WeakMap<Redo, string>();

/** The fields of a way back; it is stored again and again without a change. */
function redoAsJson(redo: Redo): string {
  const known = redosAsJson.get(redo);
  if (known !== undefined) return known;
  const restores = redo.restoredBefore === undefined ? {} : { restoredBefore: restoresToStore(redo) };
  const json = JSON.stringify({ redo: redoToStore(redo), ...restores }).slice(1, -1);
  redosAsJson.set(redo, json);
  return json;
}

/** What is stored of a session. */
export interface StoredSession {
  readonly files: ChangedFiles;
  /** What changed during turns and is not the agent's. */
  readonly others: ChangedFiles;
  /** The paths of the files that the user kept or undid since nothing was open. */
  readonly settled: ReadonlySet<string>;
  /** The paths of the files in which something was to be undone at the end of the turn. */
  readonly waiting: ReadonlySet<string>;
  /** Undefined where the agent had ended its work. */
  readonly lookedAt: LookedAt | undefined;
  /** Those from before, by path. */
  readonly permissions: ReadonlyMap<string, FilePermissionsBefore>;
  readonly unlisted: UnlistedChanges;
  readonly git: GitActivities;
  readonly redo: Redo | undefined;
}

export const nothingStored: StoredSession = {
  files: new Map(),
  others: new Map(),
  settled: new Set(),
  waiting: new Set(),
  lookedAt: undefined,
  permissions: new Map(),
  unlisted: new Map(),
  git: noActivities,
  redo: undefined,
};

/** One file a session: see {@link SessionRecords}. */
export class StoredChanges {
  readonly #records: SessionRecords;

  constructor(folder: string) {
    this.#records = new SessionRecords(folder);
  }

  /** {@link SessionRecords.begin} */
  begin(session: RecordedSession): Promise<void> {
    return this.#records.begin(session);
  }

  /** Empty when there are none that can be read. */
  async load(of: RecordedSession): Promise<StoredSession> {
    const stored = await this.#records.read(of);
    const { data } = storedSession.safeParse(stored);
    // Earlier versions stored the files alone.
    const files = data?.files ?? changedFiles.safeParse(stored).data;
    return {
      files: new Map(files),
      others: new Map(data?.others),
      settled: new Set(data?.settled),
      waiting: new Set(data?.waiting),
      lookedAt: data?.lookedAt,
      permissions: new Map(data?.permissions),
      unlisted: new Map(data?.unlisted),
      git: data?.git ?? noActivities,
      redo: withRestores(data?.redo && redoOf(data.redo), data?.restoredBefore),
    };
  }

  /** Replaces what is stored; one write after the other. Rejects when it cannot be written. */
  save(of: RecordedSession, session: StoredSession): Promise<void> {
    const { files, others, settled, waiting, unlisted, git, redo, lookedAt: looked } = session;
    const hasGit = git.before.length + git.since.length > 0;
    const permissions = [...session.permissions].filter(([path]) => files.has(path) || others.has(path));
    const isEmpty =
      files.size + others.size + unlisted.size === 0 && looked === undefined && !hasGit && redo === undefined;
    if (isEmpty) return this.#records.write(of, undefined);
    const rest = {
      settled: [...settled],
      ...(waiting.size === 0 ? {} : { waiting: [...waiting] }),
      ...(looked === undefined ? {} : { lookedAt: looked }),
      ...(permissions.length === 0 ? {} : { permissions }),
      ...(unlisted.size === 0 ? {} : { unlisted: [...unlisted] }),
      ...(hasGit ? { git } : {}),
    };
    return this.#records.writeText(of, () =>
      [
        `{"files":${filesAsJson(files)}`,
        ...(others.size === 0 ? [] : [`"others":${filesAsJson(others)}`]),
        ...(redo === undefined ? [] : [redoAsJson(redo)]),
        JSON.stringify(rest).slice(1),
      ].join(','),
    );
  }

  /** Removes what is stored of a session. Rejects when it cannot be removed. */
  remove(session: RecordedSession): Promise<void> {
    return this.#records.remove(session);
  }
}
