// The tool `git_state`: branch and changes of the user's repository; it only reads.
import { lstat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { withoutLastSlash } from '../../../../core/paths/folderSpelling.ts';
import { SAFE_DIFF } from '../../../../process/repositoryGit.ts';
import { parsedStatus } from '../git/gitStatus.ts';
import { filtersOf, readGit, topOf } from '../git/readGit.ts';
import { defineTool, fields, type ToolContext } from '../mcp/ideTool.ts';
import { ToolError } from '../mcp/toolError.ts';

const MAX_DIFF_CHARACTERS = 12_000;
const MAX_DIFF_FILES = 200;

export const gitStateTool = defineTool({
  name: 'git_state',
  title: 'Git',
  description: `The state of the git repository of the session's folder, or of \`path\`. Nothing is changed.
op "status": branch, upstream, and the changed files, with git's letters for what is staged and unstaged ("?" is untracked). \
"diff": a patch for each changed file that is not staged, or with \`staged\` that is.`,
  isReadOnly: true,
  args: z.object({
    op: z.enum(['status', 'diff']),
    path: z.optional(
      z.string().check(z.minLength(1), z.maxLength(4_096), z.describe('Absolute path of a file or folder')),
    ),
    staged: z.optional(z.boolean()),
    limit: z.optional(fields.limit),
    cursor: z.optional(fields.cursor),
  }),
  run: async ({ op, path, staged = false, limit, cursor }, context) => {
    const { pages, signal } = context;
    if (cursor !== undefined) return pages.next(cursor, limit);
    const repository = await repositoryOf(path, context);
    const { folder, spec, root, filters } = repository;
    if (op === 'status') {
      const args = ['status', '--porcelain=v2', '--branch', '-z', '--untracked-files=all'];
      const output = await readGit(folder, [...args, '--ignore-submodules=dirty', '--', spec], {
        signal,
        filters,
      });
      const { changes, ...head } = parsedStatus(output);
      return {
        root,
        ...head,
        ...pages.first(changes, limit, (each) => ({ ...each, path: join(root, each.path) })),
      };
    }
    const { patches, ...notes } = await patchesOf({ ...repository, staged }, context);
    return { root, ...pages.first(patches, limit, (each) => each), ...notes };
  },
});

interface Repository {
  /** Where git runs; absolute. */
  readonly folder: string;
  /** What of it is meant; absolute. */
  readonly spec: string;
  /** The top of the repository; absolute. It may be above the session's folder: only what is in `spec` is shown. */
  readonly root: string;
  /** The filters that its configuration defines. */
  readonly filters: readonly string[];
}

async function repositoryOf(path: string | undefined, { session, signal }: ToolContext): Promise<Repository> {
  const named = withoutLastSlash(path ?? session.roots[0] ?? '');
  const { real, inside } = await session.resolve(named);
  if (!inside) throw new ToolError('Only repositories in the folders of the session can be looked at.');
  const isFolder = await lstat(real).then(
    (found) => found.isDirectory(),
    () => false,
  );
  const folder = isFolder ? real : dirname(real);
  const top = await topOf(folder, signal).catch((error: unknown) => {
    // git cannot be started in a folder that is gone.
    if (error instanceof ToolError && /ENOENT/.test(error.message))
      throw new ToolError('The path does not exist.');
    throw error;
  });
  const filters = await filtersOf(folder, signal);
  return { folder, spec: real, root: top, filters };
}

interface Patches {
  readonly patches: readonly { readonly path: string; readonly diff: string; readonly truncated?: true }[];
  /** The files that the user's rules do not show. */
  readonly refused?: number;
  /** The files beyond those that one call looks at. */
  readonly omitted?: number;
}

/** Asks for each file as for one that the agent reads. */
async function patchesOf(
  { folder, spec, root, filters, staged }: Repository & { readonly staged: boolean },
  { session, signal }: ToolContext,
): Promise<Patches> {
  const cached = staged ? ['--cached'] : [];
  const listed = await readGit(folder, ['diff', ...cached, ...SAFE_DIFF, '--name-only', '-z', '--', spec], {
    signal,
    filters,
  });
  // git names a file in conflict once for each of its two records.
  const names = [...new Set(listed.split('\0').filter((name) => name !== ''))];
  const patches: { path: string; diff: string; truncated?: true }[] = [];
  let refused = 0;
  for (const name of names.slice(0, MAX_DIFF_FILES)) {
    const path = join(root, name);
    try {
      const permit = await session.permit({ use: 'read', path, real: path, isInside: true }, signal);
      permit.close('completed');
    } catch {
      refused++;
      continue;
    }
    const diff = await readGit(folder, ['diff', ...cached, ...SAFE_DIFF, '--', path], { signal, filters });
    const isLong = diff.length > MAX_DIFF_CHARACTERS;
    patches.push({ path, diff: diff.slice(0, MAX_DIFF_CHARACTERS), ...(isLong ? { truncated: true } : {}) });
  }
  const omitted = Math.max(0, names.length - MAX_DIFF_FILES);
  return {
    patches,
    ...(refused === 0 ? {} : { refused }),
    ...(omitted === 0 ? {} : { omitted }),
  };
}
