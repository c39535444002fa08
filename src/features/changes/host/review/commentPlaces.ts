// Where the lines of comments are now, in open documents or on the disk.
import * as vscode from 'vscode';
import { AnchorSearch } from '../../core/review/anchorSearch.ts';
import type { ReviewComment } from '../../core/review/reviewComment.ts';
import type { PlacedComment } from '../../core/review/reviewPrompt.ts';
import { withoutMark } from '../../../../core/text/fileText.ts';
import type { ChangeTracker } from '../../node/changeTracker.ts';
import { readBounded } from '../../../../storage/boundedRead.ts';

/** The size of a file that no editor shows; a larger one counts as changed. */
const MAX_FILE_BYTES = 20_000_000;

/** Each comment with its place. A comment on a file that cannot be read is stale. */
export async function placedComments(
  tracker: Pick<ChangeTracker, 'textWithoutAgent'>,
  key: string,
  comments: readonly ReviewComment[],
): Promise<readonly PlacedComment[]> {
  const searches = new Map<string, Promise<AnchorSearch | undefined>>();
  const searchIn = async ({ path, side }: ReviewComment): Promise<AnchorSearch | undefined> => {
    const text = await (side === 'before' ? before(tracker, key, path) : currentText(path));
    return text === undefined ? undefined : new AnchorSearch(text);
  };
  const searchOf = (comment: ReviewComment): Promise<AnchorSearch | undefined> => {
    const id = `${comment.side}\n${comment.path}`;
    const search = searches.get(id) ?? searchIn(comment);
    searches.set(id, search);
    return search;
  };
  return Promise.all(
    comments.map(async (comment): Promise<PlacedComment> => {
      const search = await searchOf(comment);
      const { start, end } = comment.anchor;
      const place = search?.locate(comment.anchor) ?? { start, end, isStale: true };
      return { comment, uri: vscode.Uri.file(comment.path).toString(), place };
    }),
  );
}

async function before(
  tracker: Pick<ChangeTracker, 'textWithoutAgent'>,
  key: string,
  path: string,
): Promise<string | undefined> {
  return (await tracker.textWithoutAgent(key, path)) ?? currentText(path);
}

async function currentText(path: string): Promise<string | undefined> {
  const open = vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === 'file' && uri.fsPath === path);
  if (open !== undefined) return open.getText();
  const bytes = await readBounded(path, MAX_FILE_BYTES).catch(() => undefined);
  return bytes === undefined ? undefined : withoutMark(bytes.toString('utf8'));
}
