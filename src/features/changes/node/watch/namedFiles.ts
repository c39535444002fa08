// The files that a tool call names, by their paths in the folders of the session.
import { resolve } from 'node:path';
import { pathReadings } from '../../../../core/permissions/policy/meantFiles.ts';
import type { ToolCallContent, ToolCallPatch } from '../../../../core/session/toolCall/state.ts';
import type { SessionFiles } from '../sessionFiles.ts';
import type { NamedFile } from './statedChanges.ts';

/** What of a call names a file: a diff, or a location. */
type NamingPart =
  Extract<ToolCallContent, { type: 'diff' }> | NonNullable<ToolCallPatch['locations']>[number];

/** Looks up the files that a call names, once that is asked for. Of the call, nothing else is kept: it may have read much. */
export function namedFilesOf(
  { content, locations }: Pick<ToolCallPatch, 'content' | 'locations'>,
  cwd: string,
  files: Pick<SessionFiles, 'placeOf' | 'pathOf'>,
): () => readonly NamedFile[] {
  const parts: readonly NamingPart[] = [
    ...(content?.filter((part) => part.type === 'diff') ?? []),
    ...(locations ?? []),
  ];
  let found: readonly NamedFile[] | undefined;
  return () => (found ??= parts.flatMap((part) => filesMeantBy(part, cwd, files)));
}

function filesMeantBy(
  part: NamingPart,
  cwd: string,
  files: Pick<SessionFiles, 'placeOf' | 'pathOf'>,
): readonly NamedFile[] {
  const oldText = 'type' in part ? (part.oldText ?? '') : undefined;
  const spelled = pathReadings(part.path).map((path) => resolve(cwd, path));
  // The call may change a link itself, or what it leads to.
  const meant = new Set(spelled.flatMap((path) => [files.placeOf(path), files.pathOf(path)]));
  return [...meant].map((path) => ({ path, oldText }));
}
