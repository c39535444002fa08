// A change of a file: its changed lines with some around them, and the ways to the whole of it.
import { memo, useMemo } from 'react';
import { fileLink } from '../../../src/core/text/links.ts';
import { visiblePath } from '../../../src/core/paths/visiblePath.ts';
import { useFold, usePost, useSession, useSessionKey } from '../../panelContext.tsx';
import { IconButton } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { diffLines, type DiffLine, type DiffPart } from './diffLines.ts';
import type { FileChange } from './fileChanges.ts';
import { highlightedLines, type CodePiece } from './highlightedLines.ts';
import { shownPath } from './shownPath.ts';

/** Lines shown of a change before all of it is asked for. */
const MOST_LINES = 200;
/** Lines shown at most; the editor shows the rest. */
const MOST_LINES_OPEN = 10_000;

const STATES: Readonly<Record<FileChange['state'], { readonly icon: string; readonly word: string }>> = {
  new: { icon: 'diff-added', word: 'New' },
  deleted: { icon: 'diff-removed', word: 'Deleted' },
  moved: { icon: 'diff-renamed', word: 'Moved' },
  modified: { icon: 'diff-modified', word: '' },
};

export interface DiffTextProps {
  /** Unique in the session. */
  readonly id: string;
  readonly toolCallId: string;
  /** The 0-based place of the diff in the call's content. */
  readonly index: number;
  readonly change: FileChange;
}

export function DiffText({ id, toolCallId, index, change }: DiffTextProps) {
  const folder = useSession(({ cwd }) => cwd);
  const key = useSessionKey();
  const post = usePost();
  const { path, state, movedFrom, oldText, newText } = change;
  const diff = useMemo(() => diffLines(oldText, newText), [oldText, newText]);
  const { icon, word } = STATES[state];
  const name = shownPath(path, folder);
  const from = movedFrom === undefined ? '' : `${shownPath(movedFrom, folder)} → `;
  return (
    <div className="diff" data-testid="diff" data-state={state}>
      <div className="diff-head">
        <Icon name={icon} />
        <span
          className="diff-path"
          title={visiblePath(movedFrom === undefined ? path : `${movedFrom} → ${path}`)}
        >
          {/* Isolated, so that a path cut at its start keeps its order. */}
          <bdi>{from + name}</bdi>
        </span>
        {word !== '' && <span className="diff-state">{word}</span>}
        <span className="diff-counts">
          {diff.added > 0 && <span className="diff-added">+{diff.added}</span>}
          {diff.removed > 0 && <span className="diff-removed">−{diff.removed}</span>}
        </span>
        <span className="diff-actions">
          <IconButton
            icon="diff"
            label={`Open Diff of ${name}`}
            data-testid="open-diff"
            onClick={() => post({ type: 'open_diff', key, toolCallId, index })}
          />
          <IconButton
            icon="go-to-file"
            label={`Open File ${name}`}
            data-testid="open-file"
            onClick={() => post({ type: 'open_link', key, href: fileLink(path) })}
          />
        </span>
      </div>
      {diff.added + diff.removed === 0 ? (
        <div className="diff-note">{newText === '' ? 'The file is empty.' : 'No line changes.'}</div>
      ) : (
        <DiffLines id={id} label={`Change of ${name}`} parts={diff.parts} change={change} />
      )}
    </div>
  );
}

interface DiffLinesProps {
  readonly id: string;
  readonly label: string;
  readonly parts: readonly DiffPart[];
  readonly change: FileChange;
}

function DiffLines({ id, label, parts, change }: DiffLinesProps) {
  const [isWhole, showWhole] = useFold(`${id}:all`, false);
  const shown = bounded(parts, isWhole ? MOST_LINES_OPEN : MOST_LINES);
  const left = lineCount(parts) - lineCount(shown);
  return (
    <>
      {/* A scrolling area has to be reachable for the keyboard. */}
      <div className="diff-lines" tabIndex={0} role="group" aria-label={label} data-whole={isWhole}>
        <div className="diff-text">
          {shown.map((part, index) =>
            part.kind === 'gap' ? (
              <Gap key={index} id={`${id}:gap${index}`} lines={part.lines} change={change} />
            ) : (
              <Lines key={index} lines={part.lines} change={change} />
            ),
          )}
        </div>
      </div>
      {left > 0 &&
        (isWhole ? (
          <div className="diff-note">{`${left} more lines: Open Diff shows them.`}</div>
        ) : (
          <button type="button" className="show-all" onClick={() => showWhole(true)}>
            {`Show ${left} more ${left === 1 ? 'line' : 'lines'}`}
          </button>
        ))}
    </>
  );
}

/** Unchanged lines that show themselves when asked. */
function Gap({ id, lines, change }: LinesProps & { readonly id: string }) {
  const [isOpen, open] = useFold(id, false);
  if (isOpen) return <Lines lines={lines} change={change} />;
  return (
    <button type="button" className="diff-gap" onClick={() => open(true)}>
      <Icon name="unfold" />
      {`${lines.length} unchanged lines`}
    </button>
  );
}

interface LinesProps {
  readonly lines: readonly DiffLine[];
  readonly change: FileChange;
}

const Lines = memo(function Lines({ lines, change: { path, oldText, newText } }: LinesProps) {
  const before = useMemo(() => highlightedLines(oldText, path), [oldText, path]);
  const after = useMemo(() => highlightedLines(newText, path), [newText, path]);
  return lines.map(({ sign, text, index }) => {
    const pieces = (sign === '-' ? before : after)?.[index] ?? [{ text }];
    return (
      <div key={`${sign}${index}`} className="diff-line" data-sign={sign}>
        {`${sign} `}
        {pieces.map(pieceElement)}
      </div>
    );
  });
});

function pieceElement({ text, classes }: CodePiece, index: number) {
  return classes === undefined ? (
    text
  ) : (
    <span key={index} className={classes}>
      {text}
    </span>
  );
}

/** The first `most` lines that are shown; gaps do not count. */
function bounded(parts: readonly DiffPart[], most: number): readonly DiffPart[] {
  const kept: DiffPart[] = [];
  let room = most;
  for (const part of parts) {
    if (room <= 0) break;
    if (part.kind === 'gap') kept.push(part);
    else kept.push({ kind: 'shown', lines: part.lines.slice(0, room) });
    if (part.kind === 'shown') room -= part.lines.length;
  }
  return kept;
}

function lineCount(parts: readonly DiffPart[]): number {
  return parts.reduce((sum, { kind, lines }) => sum + (kind === 'shown' ? lines.length : 0), 0);
}
