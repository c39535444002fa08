// Reads with git what is to be committed in a repository; nothing that the repository configures is run.
import type { CommitChanges } from '../core/commitPrompt.ts';
import { readRepository, repositoryDiff } from '../../../files/readRepository.ts';

/** The time limit of one git command. */
const TIMEOUT_MS = 15_000;
/** The size of the diff; the agent is given a smaller part of it, with something of each file. */
const MAX_DIFF_BYTES = 1_000_000;
const MAX_LIST_BYTES = 200_000;
const MAX_SUBJECTS = 10;

/**
 * What is staged; where nothing is, what is changed in the work tree. Undefined when there is nothing. Rejects with a
 * RepositoryError.
 */
export async function readChanges(root: string, signal: AbortSignal): Promise<CommitChanges | undefined> {
  const limits = { timeoutMs: TIMEOUT_MS, signal };
  const lists = { ...limits, maxBytes: MAX_LIST_BYTES };
  const read = async (...of: string[]): Promise<Pick<CommitChanges, 'diff' | 'isDiffCut' | 'summary'>> => {
    const [diff, summary] = await Promise.all([
      repositoryDiff(root, [...of, '--'], { ...limits, maxBytes: MAX_DIFF_BYTES }),
      repositoryDiff(root, ['--stat=100', '--stat-count=200', ...of, '--'], lists),
    ]);
    return { diff, isDiffCut: Buffer.byteLength(diff) >= MAX_DIFF_BYTES, summary };
  };
  const [staged, subjects] = await Promise.all([read('--cached'), lastSubjects(root, lists)]);
  if (staged.diff.trim() !== '') return { ...staged, untracked: [], subjects };
  const [unstaged, others] = await Promise.all([
    read(),
    readRepository(root, 'ls-files', ['--others', '--exclude-standard', '-z'], lists),
  ]);
  const untracked = others.split('\0').filter((name) => name !== '');
  if (unstaged.diff.trim() === '' && untracked.length === 0) return undefined;
  return { ...unstaged, untracked, subjects };
}

/** None in a repository without commits. */
async function lastSubjects(
  root: string,
  limits: Parameters<typeof readRepository>[3],
): Promise<readonly string[]> {
  const args = [
    '--no-patch',
    '--no-show-signature',
    '--no-merges',
    `--max-count=${MAX_SUBJECTS}`,
    '--format=%s',
  ];
  const text = await readRepository(root, 'log', [...args, '--'], limits).catch(() => '');
  return text.split('\n').filter((line) => line.trim() !== '');
}
