// The change of a file: its changed lines with context, and buttons that open all of it.
import { memo, useMemo, useSyncExternalStore } from 'react';
import { fileLink } from '../../../src/core/text/links.ts';
import { startOf } from '../../../src/core/text/wholeCharacters.ts';
import { visibleText } from '../../../src/core/text/visibleText.ts';
import { visiblePath } from '../../../src/core/paths/visiblePath.ts';
import { useFold, usePost, useSession, useSessionKey, useView } from '../state/panelContext.tsx';
import { IconButton } from '../../ui/Button.tsx';
import { TextPieces } from '../../text/PlainText.tsx';
import { shortEnd } from '../../text/shortText.ts';
import { Icon } from '../../ui/Icon.tsx';
import { DiffCounts } from './DiffCounts.tsx';
import { CONTEXT_LINES, diffLines, type DiffLine, type DiffPart } from './diffLines.ts';
import type { FileChange } from './fileChanges.ts';
import { highlightedLines, type CodePiece } from './highlightedLines.ts';
import {
  invisibleChanges,
  withoutByteOrderMark,
  type InvisibleChange,
  type LineEnding,
} from './invisibleChanges.ts';
import type { Likeness } from './likeness.ts';
import { shownPath } from './shownPath.ts';
import { toolCallStrings } from './toolCallStrings.ts';

/** Shown of a diff. */
interface Limit {
  readonly lines: number;
  /** The length of each line, in UTF-16 code units. */
  readonly lineLength: number;
}

/** Shown before the user asks for more. */
const LIMIT: Limit = { lines: 200, lineLength: 2_000 };
/** Shown at most; the diff editor shows the rest. */
const LIMIT_EXPANDED: Limit = { lines: 10_000, lineLength: 20_000 };
/** The length of all lines together, in UTF-16 code units. */
const MAX_CHARACTERS = 500_000;

interface StateLabel {
  readonly icon: string;
  readonly label: (() => string) | undefined;
}

const STATES: Readonly<Record<FileChange['state'], StateLabel>> = {
  new: { icon: 'diff-added', label: toolCallStrings.newFile },
  deleted: { icon: 'diff-removed', label: toolCallStrings.deletedFile },
  moved: { icon: 'diff-renamed', label: toolCallStrings.movedFile },
  modified: { icon: 'diff-modified', label: undefined },
};

export interface DiffTextProps {
  /** Unique in the session. */
  readonly id: string;
  /** The id of the entry, or of the permission request, that shows the diff. */
  readonly shownIn: string;
  /** The 0-based place of the diff in the call's content. */
  readonly index: number;
  readonly change: FileChange;
  /** The 1-based line at which the file is opened, where the agent names one. */
  readonly line: number | undefined;
  /** Whether the path stands above it already. */
  readonly isNamed: boolean;
  /**
   * Whether the user decides about it: then the path is whole, and a low panel shows only the nearest unchanged lines, so
   * that changed ones are in view.
   */
  readonly isRequest: boolean;
}

/** A path in a tooltip. */
function whole(path: string): string {
  return shortEnd(visiblePath(path));
}

export function DiffText({ id, shownIn, index, change, line, isNamed, isRequest }: DiffTextProps) {
  const folder = useSession(({ cwd }) => cwd);
  const roots = useView(({ panel }) => panel?.roots);
  const key = useSessionKey();
  const post = usePost();
  const { path, state, movedFrom, oldText, newText } = change;
  const isShort = useIsShort();
  const contextLines = isRequest && isShort ? 1 : CONTEXT_LINES;
  const diff = useMemo(() => diffLines(oldText, newText, contextLines), [oldText, newText, contextLines]);
  const notes = useMemo(
    () => [
      ...diff.alike.map(alikeNote),
      ...(diff.mixedWords.length === 0 ? [] : [toolCallStrings.mixedWords(diff.mixedWords.join(', '))]),
      ...invisibleChanges(oldText, newText).map(noteOf),
    ],
    [diff, oldText, newText],
  );
  const { icon, label } = STATES[state];
  const name = shortEnd(shownPath(path, folder, roots));
  const from = movedFrom === undefined ? '' : `${shortEnd(shownPath(movedFrom, folder, roots))} → `;
  return (
    <div className="diff" data-testid="diff" data-state={state} data-whole={isRequest}>
      <div className="row diff-head">
        <Icon name={icon} />
        {!isNamed && (
          <span
            className="one-line diff-path"
            title={movedFrom === undefined ? whole(path) : `${whole(movedFrom)} → ${whole(path)}`}
          >
            {/* Isolated, so that a path cut at its start keeps its order. */}
            <bdi>{from + name}</bdi>
          </span>
        )}
        {label !== undefined && <span className="detail-text diff-state">{label()}</span>}
        <DiffCounts added={diff.added} removed={diff.removed} />
        <span className="diff-actions">
          <IconButton
            icon="diff"
            label={toolCallStrings.openDiff(name)}
            data-testid="open-diff"
            onClick={() => post({ type: 'open_diff', key, id: shownIn, index })}
          />
          <IconButton
            icon="go-to-file"
            label={toolCallStrings.openFile(name)}
            data-testid="open-file"
            onClick={() =>
              post({ type: 'open_link', key, href: fileLink(path, line === undefined ? {} : { line }) })
            }
          />
        </span>
      </div>
      {diff.added + diff.removed > 0 && (
        <DiffLines id={id} label={toolCallStrings.changesIn(name)} parts={diff.parts} change={change} />
      )}
      {diff.added + diff.removed + notes.length === 0 && (
        <div className="detail-text diff-note">
          {newText === '' ? toolCallStrings.emptyFile() : toolCallStrings.noLineChanges()}
        </div>
      )}
      {notes.map((note) => (
        <div key={note} className="detail-text diff-note">
          {note}
        </div>
      ))}
    </div>
  );
}

/** What lines that look the same differ in, in words. */
function alikeNote(kind: Likeness): string {
  return kind === 'white_space' ? toolCallStrings.whiteSpaceChanged() : toolCallStrings.encodingChanged();
}

/** What lines do not show, in words. */
function noteOf(change: InvisibleChange): string {
  switch (change.kind) {
    case 'line_endings':
      return change.from === change.to
        ? toolCallStrings.lineEndingsChanged()
        : toolCallStrings.lineEndings(endingName(change.from), endingName(change.to));
    case 'byte_order_mark':
      return change.isAdded ? toolCallStrings.byteOrderMarkAdded() : toolCallStrings.byteOrderMarkRemoved();
    case 'final_newline':
      return change.isAdded ? toolCallStrings.finalNewlineAdded() : toolCallStrings.finalNewlineRemoved();
  }
}

function endingName(ending: LineEnding): string {
  return ending === 'mixed' ? toolCallStrings.mixedLineEndings() : ending;
}

interface DiffLinesProps {
  readonly id: string;
  readonly label: string;
  readonly parts: readonly DiffPart[];
  readonly change: FileChange;
}

function DiffLines({ id, label, parts, change }: DiffLinesProps) {
  const [isWhole, showWhole] = useFold(`${id}:all`, false);
  const limit = isWhole ? LIMIT_EXPANDED : LIMIT;
  const { shown, characters } = useMemo(() => bounded(parts, limit), [parts, limit]);
  const lines = lineCount(parts) - lineCount(shown);
  return (
    <>
      {/* A scrolling area has to be reachable for the keyboard. */}
      <div className="code-text diff-lines" tabIndex={0} role="group" aria-label={label} data-whole={isWhole}>
        <div className="diff-text">
          {shown.map((part, index) =>
            part.kind === 'gap' ? (
              <Gap key={index} id={`${id}:gap${index}`} {...{ lines: part.lines, change, limit }} />
            ) : (
              <Lines key={index} lines={part.lines} change={change} limit={limit} />
            ),
          )}
        </div>
      </div>
      {lines + characters > 0 &&
        (isWhole ? (
          <div className="detail-text diff-note">
            {lines > 0
              ? toolCallStrings.moreLinesInDiff(lines)
              : toolCallStrings.charactersNotShown(characters)}
          </div>
        ) : (
          <button type="button" className="show-all" onClick={() => showWhole(true)}>
            {lines > 0 ? toolCallStrings.showMoreLines(lines) : toolCallStrings.showAllCharacters(characters)}
          </button>
        ))}
    </>
  );
}

/** Unchanged lines, collapsed until the user expands them. */
function Gap({ id, lines, change, limit }: LinesProps & { readonly id: string }) {
  const [isOpen, open] = useFold(id, false);
  if (isOpen) return <Lines lines={lines} change={change} limit={limit} />;
  return (
    <button type="button" className="row diff-gap" onClick={() => open(true)}>
      <Icon name="unfold" />
      {toolCallStrings.unchangedLines(lines.length)}
    </button>
  );
}

interface LinesProps {
  readonly lines: readonly DiffLine[];
  readonly change: FileChange;
  readonly limit: Limit;
}

const Lines = memo(function Lines({ lines, change: { path, oldText, newText }, limit }: LinesProps) {
  const before = useMemo(() => highlightedLines(withoutByteOrderMark(oldText), path), [oldText, path]);
  const after = useMemo(() => highlightedLines(withoutByteOrderMark(newText), path), [newText, path]);
  return lines.map(({ sign, text, index }) => {
    const pieces = (sign === '-' ? before : after)?.[index] ?? [{ text }];
    return (
      <div key={`${sign}${index}`} className="diff-line" data-sign={sign}>
        <span className="diff-sign">{`${sign} `}</span>
        {startOfPieces(pieces, limit.lineLength).map(pieceElement)}
        {text.length > limit.lineLength && <span className="dim diff-cut">…</span>}
      </div>
    );
  });
});

function pieceElement({ text, classes }: CodePiece, index: number) {
  return classes === undefined ? (
    <TextPieces key={index} text={text} />
  ) : (
    <span key={index} className={classes}>
      <TextPieces text={text} />
    </span>
  );
}

/** The start of a line, with its hidden characters spelled out. */
function startOfPieces(pieces: readonly CodePiece[], length: number): readonly CodePiece[] {
  let left = length;
  return pieces.flatMap((piece) => {
    // What the user allows or keeps is what they read: nothing in it hides or turns.
    const text = visibleText(startOf(piece.text, Math.max(0, left)));
    left -= piece.text.length;
    return text === '' ? [] : [{ ...piece, text }];
  });
}

/** The first lines that are shown, gaps not counted, and how many characters of them are not. */
function bounded(
  parts: readonly DiffPart[],
  { lines, lineLength }: Limit,
): { readonly shown: readonly DiffPart[]; readonly characters: number } {
  const shown: DiffPart[] = [];
  let linesLeft = lines;
  let charactersLeft = MAX_CHARACTERS;
  let characters = 0;
  for (const part of parts) {
    if (linesLeft <= 0 || charactersLeft <= 0) break;
    if (part.kind === 'gap') {
      shown.push(part);
      continue;
    }
    let count = 0;
    for (const { text } of part.lines) {
      if (count === linesLeft || charactersLeft <= 0) break;
      charactersLeft -= Math.min(text.length, lineLength);
      characters += Math.max(0, text.length - lineLength);
      count++;
    }
    shown.push({ kind: 'shown', lines: part.lines.slice(0, count) });
    linesLeft -= count;
  }
  return { shown, characters };
}

function lineCount(parts: readonly DiffPart[]): number {
  return parts.reduce((sum, { kind, lines }) => sum + (kind === 'shown' ? lines.length : 0), 0);
}

/** In a small window, beside other views or at a high zoom. */
const SHORT_PANEL = '(max-height: 600px)';

function useIsShort(): boolean {
  return useSyncExternalStore(subscribeToHeight, () => matchMedia(SHORT_PANEL).matches);
}

function subscribeToHeight(listener: () => void): () => void {
  const query = matchMedia(SHORT_PANEL);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
