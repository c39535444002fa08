// A diff with a limit on its length, of which every file gets a fair part: one generated file does not hide the others.

const FILE_START = /^(?=diff --(?:git|cc|combined) )/m;

/** Less of a file says nothing: rather, the last files are left out. */
const MIN_SHARE = 400;

export interface BoundedDiff {
  readonly text: string;
  /** Whether something was left out. */
  readonly isCut: boolean;
}

/** `limit` in UTF-16 code units; the last part may exceed it. */
export function boundedDiff(diff: string, limit: number): BoundedDiff {
  if (diff.length <= limit) return { text: diff, isCut: false };
  const files = diff.split(FILE_START).filter((file) => file !== '');
  const lengths = files.map(({ length }) => length);
  const share = Math.max(MIN_SHARE, fairShare(lengths, limit));
  let left = limit;
  const parts: string[] = [];
  for (const [index, file] of files.entries()) {
    if (left <= 0) {
      parts.push(`[${files.length - index} more files]\n`);
      break;
    }
    const part = file.length <= share ? file : cutAtLine(file, share);
    parts.push(part);
    left -= part.length;
  }
  return { text: parts.join(''), isCut: true };
}

/** The length up to which each may be used so that all fit: what short ones leave goes to the long ones. */
function fairShare(lengths: readonly number[], limit: number): number {
  let left = limit;
  let count = lengths.length;
  for (const length of lengths.toSorted((a, b) => a - b)) {
    if (length > left / count) return Math.floor(left / count);
    left -= length;
    count--;
  }
  return limit;
}

/** A start of whole lines; of a first line that is too long, a start. */
function cutAtLine(text: string, length: number): string {
  const start = text.slice(0, length);
  const end = start.lastIndexOf('\n');
  const kept = end < 0 ? `${start}\n` : start.slice(0, end + 1);
  return `${kept}[${text.length - kept.length} more characters of this file]\n`;
}
