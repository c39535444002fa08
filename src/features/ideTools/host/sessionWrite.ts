// Writes several files for the agent of a session as one change: all of them, or none.
import { rm } from 'node:fs/promises';
import { visiblePath } from '../../../core/paths/visiblePath.ts';
import { permissionStrings } from '../../../core/permissions/permissionStrings.ts';
import type { Agent, OwnClient } from '../../../core/ports/agent.ts';
import type { AbortSignalLike } from '../../../core/base/abort.ts';
import type { Permit } from '../../../core/ports/clientRequests.ts';
import {
  FileAccessError,
  type FileAccess,
  type FileRequest,
  type FileSession,
} from '../../../core/ports/fileAccess.ts';
import type { Clock } from '../../../core/ports/hostPorts.ts';
import type { FileChange, FileChanges, ServedPath } from '../../../core/ports/servedSession.ts';
import type { ToolCallPatch } from '../../../core/session/toolCall/state.ts';
import { ownToolCallId } from '../../../core/session/toolCall/toolCallIds.ts';
import { withoutMark } from '../../../core/text/fileText.ts';
import { isSameText } from '../../../core/text/lineEndings.ts';

/** What of a change the card shows. */
const MAX_SHOWN_FILES = 50;
const MAX_SHOWN_CHARACTERS = 1_000_000;

export interface SessionWriteOptions {
  readonly agent: Agent;
  readonly client: Pick<OwnClient, 'requestAccess' | 'sessionUpdate'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly files: FileAccess;
  readonly session: FileSession;
  readonly resolve: (path: string, roots: readonly string[]) => Promise<ServedPath>;
}

/** A file that may be written. */
interface Permitted {
  readonly file: FileChange;
  readonly real: string;
  /** What is written: the user may have edited it. */
  readonly text: string;
  readonly permit: Permit;
}

/** A file whose writing was begun. */
interface Begun extends Permitted {
  /** Its text after that, which what VS Code does on saving may have changed; undefined where that is not known. */
  readonly written?: string | undefined;
}

export class SessionWrite {
  readonly #options: SessionWriteOptions;

  constructor(options: SessionWriteOptions) {
    this.#options = options;
  }

  /** Rejects with a FileAccessError, or as `check` does: then the files are as they were, or the message names them. */
  async run({ files, check }: FileChanges, signal: AbortSignalLike): Promise<void> {
    const permitted = await this.#permitted(files, signal);
    const close = (status: 'completed' | 'failed'): void => {
      for (const { permit } of permitted) permit.close(status);
    };
    try {
      for (const { file } of permitted) await check(file);
    } catch (error) {
      close('failed');
      throw error;
    }
    const toolCallId = ownToolCallId(crypto.randomUUID());
    this.#report({ ...cardOf(permitted), toolCallId, status: 'in_progress' });
    try {
      await this.#writeAll(permitted, check, signal);
      this.#report({ toolCallId, status: 'completed' });
      close('completed');
    } catch (error) {
      this.#report({ toolCallId, status: 'failed' });
      close('failed');
      throw error;
    }
  }

  /** Asks for all before the first is written. */
  async #permitted(files: readonly FileChange[], signal: AbortSignalLike): Promise<readonly Permitted[]> {
    const { agent, client, session, resolve } = this.#options;
    const permitted: Permitted[] = [];
    try {
      for (const file of files) {
        const { path, text } = file;
        const { real, inside } = await resolve(path, session.roots);
        if (permitted.some((each) => each.real === real)) {
          throw new FileAccessError(
            'ambiguous',
            `${visiblePath(path)} is another name of a file that also changes.`,
          );
        }
        const permit = await client.requestAccess(
          agent,
          session.id,
          {
            use: 'write',
            path,
            real,
            isInside: inside,
            content: text,
            proposal: { texts: async () => ({ before: file.before, content: text }) },
          },
          { signal, onAsking: () => undefined },
        );
        permitted.push({ file, real, text: permit.content ?? text, permit });
      }
      return permitted;
    } catch (error) {
      for (const { permit } of permitted) permit.close('failed');
      throw error;
    }
  }

  async #writeAll(
    permitted: readonly Permitted[],
    check: FileChanges['check'],
    signal: AbortSignalLike,
  ): Promise<void> {
    const begun: Begun[] = [];
    try {
      for (const each of permitted) {
        if (signal.aborted) throw new FileAccessError('cancelled', 'The call was cancelled.');
        await check(each.file);
        begun.push(each);
        await this.#write(each, each.text);
        // The write succeeded, whether or not the file can be read.
        const written = await this.#read(each).catch(() => undefined);
        begun[begun.length - 1] = { ...each, written };
      }
    } catch (error) {
      const left = await this.#restore(begun);
      const reason = error instanceof Error ? error.message : String(error);
      const names = left.map((path) => visiblePath(path)).join(', ');
      const outcome = left.length === 0 ? 'No file was changed.' : `These could not be restored: ${names}.`;
      throw new FileAccessError('failed', `${reason} ${outcome}`, { cause: error });
    }
  }

  /** Gives the files their former texts, the last one first. Resolves to those that did not get it. */
  async #restore(begun: readonly Begun[]): Promise<readonly string[]> {
    const left: string[] = [];
    for (const each of begun.toReversed()) {
      const isRestored = await this.#restoreFile(each).catch(() => false);
      if (!isRestored) left.push(each.file.path);
    }
    return left;
  }

  /** Touches only what was written here: another text, or the file that the path leads to by now, is not ours. */
  async #restoreFile(each: Begun): Promise<boolean> {
    const { file, real, text, written = text } = each;
    const now = await this.#read(each);
    if (isSameContent(now, file.before)) return true;
    if (!isSameContent(now, written)) return false;
    if (file.before === undefined) await rm(real);
    else await this.#write(each, file.before);
    return true;
  }

  /** The text that the file has now; undefined where there is none. */
  async #read({ file, real }: Permitted): Promise<string | undefined> {
    try {
      return await this.#options.files.readTextFile(this.#requestFor(file, real));
    } catch (error) {
      if (error instanceof FileAccessError && error.refusal === 'not-found') return undefined;
      throw error;
    }
  }

  /** A write that has begun is not given up: it would be half a change. */
  async #write({ file, real }: Permitted, text: string): Promise<void> {
    await this.#options.files.writeTextFile(this.#requestFor(file, real), text);
  }

  #requestFor(file: FileChange, real: string): FileRequest {
    return {
      session: this.#options.session,
      path: file.path,
      signal: new AbortController().signal,
      permit: (target) => {
        if (target.real === real) return Promise.resolve({});
        const reason = `${visiblePath(file.path)} points to another file than before.`;
        return Promise.reject(new FileAccessError('ambiguous', reason));
      },
    };
  }

  #report(call: ToolCallPatch): void {
    const { agent, client, clock, session } = this.#options;
    client.sessionUpdate(agent, session.id, { type: 'tool_call', at: clock.now(), call });
  }
}

/** Whether two texts differ in no more than what the format of a file decides. */
function isSameContent(left: string | undefined, right: string | undefined): boolean {
  if (left === undefined || right === undefined) return left === right;
  return isSameText(withoutMark(left), withoutMark(right));
}

/** The card that shows what is written, as those of agents do. */
function cardOf(permitted: readonly Permitted[]): Omit<ToolCallPatch, 'toolCallId'> {
  const [first] = permitted;
  const title =
    permitted.length === 1 && first !== undefined
      ? permissionStrings.write(visiblePath(first.real))
      : permissionStrings.writeSeveral(`${permitted.length}`);
  let left = MAX_SHOWN_CHARACTERS;
  const content = permitted.slice(0, MAX_SHOWN_FILES).flatMap(({ file: { before }, real, text }) => {
    left -= (before?.length ?? 0) + text.length;
    if (left < 0) return [];
    const old = before === undefined ? {} : { oldText: before };
    return [{ type: 'diff' as const, path: real, ...old, newText: text }];
  });
  return { title, kind: 'edit', content, locations: permitted.map(({ real }) => ({ path: real })) };
}
