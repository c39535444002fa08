// What is known of the changes that agents make to files: a feature follows them. It is loaded at activation, so it is small.
import type { TurnFile } from '../changes/turnFile.ts';
import type { FileAccess, FileSession, WrittenText } from './fileAccess.ts';
import type { Checkpoints, Log } from './hostPorts.ts';
import type { ServedComments } from './servedSession.ts';

/** A write; where it was made in an open document, it says what it replaced. */
type RecordedWrite = () => Promise<WrittenText | undefined>;

/** A session that was deleted. */
export interface DeletedSession {
  /** Undefined where Parley has stored nothing of it. */
  readonly key: string | undefined;
  readonly agent: string;
  readonly sessionId: string;
}

/** The files of sessions as they were, and who changed them. */
export interface TrackedFiles extends Checkpoints {
  /** Runs a write of an agent, so that it is known as its own. */
  whileAgentWrites(session: FileSession, path: string, write: RecordedWrite): Promise<void>;
  /** Whether something of the agent ran since then, in epoch milliseconds, that may have changed any file. */
  hasRunSince(session: FileSession, at: number): boolean;
  /** Whether the agent may have read a file by itself since then, in epoch milliseconds. */
  mayHaveReadSince(session: FileSession, path: string, at: number): boolean;
  /**
   * What a file said before others than the agent changed it, where the agent has not read it since as far as is known.
   * Never rejects.
   */
  textBeforeOthers(session: FileSession, path: string): Promise<string | undefined>;
  /** Runs a write by which the user applies what an agent proposed, so that it can be reviewed. */
  whileApplying(key: string, path: string, write: RecordedWrite): Promise<void>;
  /** What an agent changed after those prompts of one turn; undefined where that is not known. */
  turnFiles(key: string, entryIds: readonly string[]): Promise<readonly TurnFile[] | undefined>;
  /** Stores what agents that are at work have changed so far: the window closes. Never rejects. */
  flush(): Promise<void>;
}

export interface TrackedChanges {
  readonly files: TrackedFiles;
  /**
   * Restores the files to before a prompt, once the user confirms what was not `shown` to them. Resolves to false where they
   * do not, and where nothing could be restored, which is reported.
   */
  restoreFiles(key: string, entryId: string, shown?: readonly string[]): Promise<boolean>;
  /** Redoes what the last undo or restore reverted, and reports what it could not. */
  redoFiles(key: string): Promise<void>;
  /** Shows what an agent changed in a file. */
  review(key: string, path: string): Promise<void>;
  /** The user's comments on changes. */
  commentsOf(key: string): ServedComments;
  /** Removes what is stored of the changes, comments and checkpoints of deleted sessions. */
  forget(sessions: readonly DeletedSession[]): Promise<void>;
}

/** Where nothing follows changes. */
const NOTHING: TrackedChanges = {
  files: {
    beforePrompt: () => Promise.resolve(undefined),
    share: () => Promise.resolve(),
    reverting: () => undefined,
    whileAgentWrites: async (_session, _path, write) => void (await write()),
    hasRunSince: () => true,
    mayHaveReadSince: () => false,
    textBeforeOthers: () => Promise.resolve(undefined),
    whileApplying: async (_key, _path, write) => void (await write()),
    turnFiles: () => Promise.resolve(undefined),
    flush: () => Promise.resolve(),
  },
  restoreFiles: () => Promise.resolve(false),
  redoFiles: () => Promise.resolve(),
  review: () => Promise.resolve(),
  commentsOf: () => ({ list: () => Promise.resolve([]), resolve: () => Promise.resolve(false) }),
  forget: () => Promise.resolve(),
};

/** Loads what follows changes on first use: a window without a session needs none of it. */
export class ChangeTracking implements Checkpoints {
  readonly #log: Log;
  #load: () => Promise<TrackedChanges> = () => Promise.resolve(NOTHING);
  #loaded: TrackedChanges | undefined;

  constructor(log: Log) {
    this.#log = log;
  }

  /** Changes are followed by what `load` resolves to. */
  loadWith(load: () => Promise<TrackedChanges>): void {
    this.#load = load;
  }

  async load(): Promise<TrackedChanges> {
    return (this.#loaded = await this.#load());
  }

  /** Loads it before it is needed. Never rejects. */
  async begin(): Promise<void> {
    await this.load().catch((error: unknown) =>
      this.#log.error(`Changes cannot be tracked: ${String(error)}`),
    );
  }

  async beforePrompt(key: string, cwd: string): Promise<string | undefined> {
    return (await this.load()).files.beforePrompt(key, cwd);
  }

  async share(ids: readonly string[], fork: string): Promise<void> {
    await this.load()
      .then(({ files }) => files.share(ids, fork))
      .catch((error: unknown) => this.#log.error(`A fork has no checkpoints of its own: ${String(error)}`));
  }

  reverting(key: string): Promise<void> | undefined {
    return this.#loaded?.files.reverting(key);
  }

  /** Stores what agents that are at work have changed so far: the window closes. Never rejects. */
  async flush(): Promise<void> {
    await this.#loaded?.files.flush();
  }

  /** The files of `access`; what agents write through it is known as theirs. */
  trackWrites(access: FileAccess): FileAccess {
    return {
      readTextFile: (request) => access.readTextFile(request),
      writeTextFile: async (request, content) => {
        const { files } = await this.load();
        const { session, path } = request;
        return access.writeTextFile(
          {
            ...request,
            record: (write) => files.whileAgentWrites(session, path, write),
            hasRunSince: (at) => files.hasRunSince(session, at),
            mayHaveReadSince: (at) => files.mayHaveReadSince(session, path, at),
            textBeforeOthers: () => files.textBeforeOthers(session, path),
          },
          content,
        );
      },
    };
  }
}
