// Plain text of any length: its beginning, and the rest when it is asked for.
import { startOf } from '../../../src/core/text/wholeCharacters.ts';
import { useFold } from '../../panelContext.tsx';

/** Characters shown before all of it is asked for. */
const MOST = 4_000;
/** Characters shown at most: more would make the page slow. */
const MOST_OPEN = 500_000;

export interface LongTextProps {
  /** Unique in the session. */
  readonly id: string;
  /** What the text is, for a screen reader. */
  readonly label: string;
  readonly text: string;
}

export function LongText({ id, label, text }: LongTextProps) {
  const [isWhole, showWhole] = useFold(`${id}:all`, false);
  const shown = startOf(text, isWhole ? MOST_OPEN : MOST);
  const left = text.length - shown.length;
  return (
    <div className="long-text">
      {/* A scrolling area has to be reachable for the keyboard. */}
      <pre className="tool-pre" tabIndex={0} role="group" aria-label={label} data-whole={isWhole}>
        {shown}
      </pre>
      {left > 0 &&
        (isWhole ? (
          <span className="tool-nothing">{`${left.toLocaleString()} more characters are not shown.`}</span>
        ) : (
          <button type="button" className="show-all" onClick={() => showWhole(true)}>
            {`Show all (${left.toLocaleString()} more ${left === 1 ? 'character' : 'characters'})`}
          </button>
        ))}
    </div>
  );
}
