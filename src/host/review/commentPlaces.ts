// Where the lines of comments are now, in open documents or on the disk.
import * as vscode from 'vscode';
import { locateAnchor } from '../../core/review/codeAnchor.ts';
import type { ReviewComment } from '../../core/review/reviewComment.ts';
import type { PlacedComment } from '../../core/review/reviewPrompt.ts';
import { withoutMark } from '../../core/text/fileText.ts';
import type { ChangeTracker } from '../../changes/changeTracker.ts';
import { readBounded } from '../../storage/boundedRead.ts';

/** Of a file that no editor shows; a larger one counts as changed. */
const MAX_FILE_BYTES = 20_000_000;

/** Each comment with its place. A comment on a file that cannot be read is stale. */
export async function placedComments(
  tracker: Pick<ChangeTracker, 'textWithoutAgent'>,
  key: string,
  comments: readonly ReviewComment[],
): Promise<readonly PlacedComment[]> {
  const texts = new Map<string, Promise<string | undefined>>();
  const textOf = ({ path, side }: ReviewComment): Promise<string | undefined> => {
    const id = `${side}\n${path}`;
    const text = texts.get(id) ?? (side === 'before' ? before(tracker, key, path) : currentText(path));
    texts.set(id, text);
    return text;
  };
  return Promise.all(
    comments.map(async (comment): Promise<PlacedComment> => {
      const text = await textOf(comment);
      const { start, end } = comment.anchor;
      const place = text === undefined ? { start, end, isStale: true } : locateAnchor(comment.anchor, text);
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
