// Which file a document shows a side of, and where its lines stand: the file itself, the text before, and git's texts of it.
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { currentLines, hunksIn, type MeantLines } from '../core/hunkText.ts';
import { movedLines, type LineRange } from '../../../core/changes/lines.ts';
import { withoutMark } from '../../../core/text/fileText.ts';
import { parseJson } from '../../../core/text/parseJson.ts';
import type { ChangeTracker } from '../node/changeTracker.ts';
import type { ChangedPlace } from './changedPlaces.ts';
import { ORIGINAL_SCHEME } from './originalTexts.ts';

/** The scheme of the documents of VS Code's own git extension. */
const GIT_SCHEME = 'git';

/** The path of such a document may have a suffix: its query has the file's. */
const gitQuery = z.object({ path: z.string() });

/** The path of the file of which a document shows a side; undefined for a document of something else. */
export function shownPath({ scheme, path, query }: vscode.Uri): string | undefined {
  if (scheme === 'file' || scheme === ORIGINAL_SCHEME) return vscode.Uri.file(path).fsPath;
  if (scheme !== GIT_SCHEME) return undefined;
  return gitQuery.safeParse(parseJson(query)).data?.path;
}

/** The places among all that a document shows a side of. */
export function placesIn(places: readonly ChangedPlace[], uri: vscode.Uri): readonly ChangedPlace[] {
  const path = shownPath(uri);
  const isShown = ({ key }: ChangedPlace): boolean => uri.scheme !== ORIGINAL_SCHEME || key === uri.query;
  return places.filter((place) => place.path === path && isShown(place));
}

/** What the user means at the cursor, among places of the file that is shown; undefined where that is none of its changes. */
export async function linesAtCursor(
  { document, selection }: vscode.TextEditor,
  places: readonly ChangedPlace[],
  tracker: Pick<ChangeTracker, 'textWithoutAgent'>,
): Promise<MeantLines | undefined> {
  const text = document.getText();
  const lines = { start: selection.start.line, end: selection.end.line + 1 };
  const { scheme } = document.uri;
  if (scheme !== GIT_SCHEME) return { ...lines, shown: { text, isOriginal: scheme === ORIGINAL_SCHEME } };
  for (const place of places) {
    if (place.review.isWhole) return lines;
    const known = await knownLines({ text, lines }, place, tracker);
    if (known !== undefined && changedLines(place, known) !== undefined) return known;
  }
  return undefined;
}

interface GitLines {
  readonly text: string;
  readonly lines: LineRange;
}

/**
 * Lines of git's text of a file in a text that Parley knows: they stand in the file, or only in the text before. Where they
 * are in neither, somebody else has removed them.
 */
async function knownLines(
  lines: GitLines,
  { key, path, text }: ChangedPlace,
  tracker: Pick<ChangeTracker, 'textWithoutAgent'>,
): Promise<MeantLines | undefined> {
  return standing(lines, text, false) ?? standing(lines, await tracker.textWithoutAgent(key, path), true);
}

function standing(
  { text, lines }: GitLines,
  known: string | undefined,
  isOriginal: boolean,
): MeantLines | undefined {
  if (known === undefined) return undefined;
  const found = movedLines(withoutMark(text), withoutMark(known), lines);
  return found && { ...found, shown: { text: known, isOriginal } };
}

/** Where the changes of a place at lines stand in the file now; undefined where none is. */
function changedLines(
  { review: { hunks, isWhole } }: ChangedPlace,
  lines: MeantLines,
): LineRange | undefined {
  if (isWhole) return hunks[0]?.current;
  if (lines.shown?.isOriginal === true) return currentLines(hunks, lines);
  const lineCount = (lines.shown?.text ?? '').split('\n').length;
  return hunksIn(hunks, lines, lineCount).length > 0 ? lines : undefined;
}
