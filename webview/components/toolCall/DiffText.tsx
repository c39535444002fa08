// A change of a file as its old and its new lines.
import { useSession } from '../../panelContext.tsx';
import { commonEnds } from './commonEnds.ts';
import { shownPath } from './shownPath.ts';

/** Lines shown of a change. */
const MOST_LINES = 200;
/** Unchanged lines shown before and after. */
const CONTEXT = 3;

export interface DiffTextProps {
  readonly path: string;
  /** Absent for a new file. */
  readonly oldText: string | undefined;
  readonly newText: string;
}

export function DiffText({ path, oldText, newText }: DiffTextProps) {
  const folder = useSession(({ cwd }) => cwd);
  const oldLines = linesOf(oldText ?? '');
  const newLines = linesOf(newText);
  const { before, after } = commonEnds(oldLines, newLines);
  const removed = oldLines.slice(before, oldLines.length - after);
  const added = newLines.slice(before, newLines.length - after);
  const end = newLines.length - after;
  const lines = [
    ...newLines.slice(Math.max(0, before - CONTEXT), before).map((text) => ({ sign: ' ', text })),
    ...removed.map((text) => ({ sign: '-', text })),
    ...added.map((text) => ({ sign: '+', text })),
    ...newLines.slice(end, end + CONTEXT).map((text) => ({ sign: ' ', text })),
  ];
  return (
    <div className="diff" data-testid="diff">
      <div className="diff-head">
        <span className="diff-path" title={path}>
          {shownPath(path, folder)}
        </span>
        {added.length > 0 && <span className="diff-added">+{added.length}</span>}
        {removed.length > 0 && <span className="diff-removed">−{removed.length}</span>}
      </div>
      <pre className="diff-lines" tabIndex={0} aria-label={`Change of ${path}`}>
        {lines.slice(0, MOST_LINES).map(({ sign, text }, index) => (
          <span key={index} className="diff-line" data-sign={sign}>
            {sign} {text}
            {'\n'}
          </span>
        ))}
        {lines.length > MOST_LINES && `… ${lines.length - MOST_LINES} more lines`}
      </pre>
    </div>
  );
}

/** The lines of a text; the line ending at its end does not begin another. */
function linesOf(text: string): readonly string[] {
  const lines = text.split('\n');
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}
