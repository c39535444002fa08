// Which files of a folder git would ignore, found out without git.
import { readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { enclosingRepository, ruleTexts } from './shadowGitDir.ts';

/** The rules of one folder, which hold for everything below it. */
interface Level {
  readonly folder: string;
  readonly rules: Ignore;
}

/** The rules that hold in a folder, from the outermost to the innermost. */
export type IgnoreLevels = readonly Level[];

/** The rules that hold in `folder` before its own .gitignore: those of the repository around it, and Parley's own. */
export async function outerLevels(folder: string, storage: string): Promise<IgnoreLevels> {
  const top = (await enclosingRepository(folder)) ?? folder;
  const first = { folder: top, rules: ignore().add(await ruleTexts(top, storage)) };
  const between: string[] = [];
  for (let at = folder; at !== top; at = dirname(at)) between.unshift(dirname(at));
  let levels: IgnoreLevels = [first];
  for (const outer of between) levels = await innerLevels(levels, outer);
  return isIgnored(levels, folder, true) ? [{ ...first, folder }] : levels;
}

/** The rules that hold in a folder: those around it, and its own. */
export async function innerLevels(levels: IgnoreLevels, folder: string): Promise<IgnoreLevels> {
  const text = await readFile(join(folder, '.gitignore'), 'utf8').catch(() => undefined);
  return text === undefined ? levels : [...levels, { folder, rules: ignore().add(text) }];
}

/** Whether a path is ignored; nothing around it is. The innermost rule that says something decides. */
export function isIgnored(levels: IgnoreLevels, path: string, isFolder: boolean): boolean {
  for (const { folder, rules } of levels.toReversed()) {
    const inside = relative(folder, path).split(sep).join('/');
    if (inside === '') continue;
    const found = rules.test(isFolder ? `${inside}/` : inside);
    if (found.ignored || found.unignored) return found.ignored;
  }
  return false;
}
