// Reads `git status --porcelain=v2 --branch -z`.

interface ChangedPath {
  /** Relative to the repository's root, with `/`. */
  readonly path: string;
  /** Where it was before. */
  readonly from?: string;
  /** Git's letter for what is in the index: `.` is unchanged. */
  readonly staged: string;
  /** Git's letter for what is in the folder; `?` is untracked. */
  readonly unstaged: string;
  readonly conflict?: true;
}

export interface GitStatus {
  /** Absent without a branch. */
  readonly branch?: string;
  /** Absent before the first commit. */
  readonly commit?: string;
  readonly upstream?: string;
  readonly ahead?: number;
  readonly behind?: number;
  readonly changes: readonly ChangedPath[];
}

/** Never throws: a record of an unknown kind is skipped. */
export function parsedStatus(output: string): GitStatus {
  const records = output.split('\0');
  const head: { -readonly [K in keyof Omit<GitStatus, 'changes'>]: GitStatus[K] } = {};
  const changes: ChangedPath[] = [];
  for (let index = 0; index < records.length; index++) {
    const record = records[index] ?? '';
    if (record.startsWith('# ')) readHead(head, record);
    else if (record.startsWith('? ')) changes.push({ path: record.slice(2), staged: '.', unstaged: '?' });
    else if (record.startsWith('1 ')) changes.push(changed(record, 8));
    else if (record.startsWith('u ')) changes.push({ ...changed(record, 10), conflict: true });
    else if (record.startsWith('2 ')) {
      changes.push({ ...changed(record, 9), from: records[index + 1] ?? '' });
      index++;
    }
  }
  return { ...head, changes };
}

/** The fields of a record are divided by blanks, and its path is what comes after them. */
function changed(record: string, fieldCount: number): ChangedPath {
  const parts = record.split(' ');
  const [staged = '.', unstaged = '.'] = parts[1] ?? '';
  return { path: parts.slice(fieldCount).join(' '), staged, unstaged };
}

function readHead(
  head: { -readonly [K in keyof Omit<GitStatus, 'changes'>]: GitStatus[K] },
  record: string,
): void {
  const [, name = '', value = ''] = /^# branch\.(\S+) (.*)$/s.exec(record) ?? [];
  if (name === 'head' && value !== '(detached)') head.branch = value;
  if (name === 'oid' && value !== '(initial)') head.commit = value;
  if (name === 'upstream') head.upstream = value;
  if (name === 'ab') {
    const [, ahead, behind] = /^\+(\d+) -(\d+)$/.exec(value) ?? [];
    if (ahead !== undefined && behind !== undefined) {
      head.ahead = Number(ahead);
      head.behind = Number(behind);
    }
  }
}
