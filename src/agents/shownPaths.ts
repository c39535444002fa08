// Paths in the titles of tool calls, as they are seen from the folder of the session.
import { escapePattern } from '../core/text/words.ts';

/** Before a path that begins here, not in the middle of a longer one. */
const NO_PATH_BEFORE = '(?<![\\w.~/\\\\-])';

/** A title without the folder of the session before its files; `cwd` is absolute. */
export function withoutFolder(title: string, cwd: string): string {
  const folder = cwd.replace(/[/\\]+$/, '');
  if (!title.includes(folder) || folder === '') return title;
  return title.replaceAll(
    new RegExp(`${NO_PATH_BEFORE}${escapePattern(folder)}[/\\\\](?=[^\\s/\\\\])`, 'g'),
    '',
  );
}
