// Mentions of files, of their lines, and of folders.
import type { Mention } from './mention.ts';

/** Lines of a file: 1-based, both inclusive. */
export interface MentionedLines {
  readonly start: number;
  readonly end: number;
}

export interface MentionedFile {
  /** `file://…`, without query or fragment. */
  readonly uri: string;
  /** Absolute path, of which the last part is the name. */
  readonly path: string;
  readonly isFolder?: boolean;
  readonly lines?: MentionedLines;
  /** What it is called; the file's name and its lines by default. */
  readonly name?: string;
}

/** The mention of a file, of lines of it, or of a folder. */
export function mentionOfFile({ uri, path, isFolder = false, lines, name }: MentionedFile): Mention {
  const fileName = path.split(/[/\\]/).findLast((part) => part !== '') ?? path;
  if (lines === undefined) {
    const address = isFolder && !uri.endsWith('/') ? `${uri}/` : uri;
    return { name: name ?? fileName, uri: address };
  }
  const { start, end } = lines;
  return {
    name: name ?? `${fileName}:${start === end ? start : `${start}-${end}`}`,
    uri: `${uri}#L${start}:${end}`,
  };
}
