// The files that a tool call names, by their paths in the folders of the session.
import { resolve } from 'node:path';
import { pathReadings } from '../../../../core/permissions/policy/meantFiles.ts';
import type { ToolCallContent, ToolCallPatch } from '../../../../core/session/toolCall/state.ts';
import { placeInFolders } from '../../../../snapshots/localPaths.ts';
import type { NamedFile } from './statedChanges.ts';

/** What of a call names a file: a diff, or a location. */
type NamingPart =
  Extract<ToolCallContent, { type: 'diff' }> | NonNullable<ToolCallPatch['locations']>[number];

export class NamedFiles {
  readonly #cwd: string;
  readonly #find: (path: string) => string;
  /** What was found since the event loop last turned: the messages that are read at once name the same files again. */
  readonly #found = new Map<string, string>();

  /** `find`: the path of the file that is meant, as the session's folders spell it. */
  constructor(cwd: string, find: (path: string) => string) {
    this.#cwd = cwd;
    this.#find = find;
  }

  /** Looks up the files that a call names, once that is asked for. Of the call, nothing else is kept: it may have read much. */
  of({ content, locations }: Pick<ToolCallPatch, 'content' | 'locations'>): () => readonly NamedFile[] {
    const parts: readonly NamingPart[] = [
      ...(content?.filter((part) => part.type === 'diff') ?? []),
      ...(locations ?? []),
    ];
    let found: readonly NamedFile[] | undefined;
    return () => (found ??= parts.flatMap((part) => this.#meantBy(part)));
  }

  #meantBy(part: NamingPart): readonly NamedFile[] {
    const oldText = 'type' in part ? (part.oldText ?? '') : undefined;
    const spelled = pathReadings(part.path).map((path) => resolve(this.#cwd, path));
    // The call may change a link itself, or what it leads to.
    const pathOf = (path: string): string => this.#pathOf(path);
    const meant = new Set(spelled.flatMap((path) => [placeInFolders(path, pathOf), pathOf(path)]));
    return [...meant].map((path) => ({ path, oldText }));
  }

  #pathOf(path: string): string {
    if (this.#found.size === 0) setImmediate(() => this.#found.clear());
    const found = this.#found.get(path) ?? this.#find(path);
    this.#found.set(path, found);
    return found;
  }
}
