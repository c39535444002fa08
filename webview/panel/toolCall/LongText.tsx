// Plain text of any length: its beginning, and the rest on request.
import { MAX_SHOWN_CHARACTERS } from '../../../src/core/permissions/shownRequest.ts';
import { startOf } from '../../../src/core/text/wholeCharacters.ts';
import { useFold } from '../state/panelContext.tsx';
import { TextChunks } from '../../text/PlainText.tsx';
import { toolCallStrings } from './toolCallStrings.ts';

/** Shown at most: more would make the page slow. */
const MAX_CHARACTERS_EXPANDED = 500_000;

export interface LongTextProps {
  /** Unique in the session. */
  readonly id: string;
  /** What the text is, for a screen reader. */
  readonly label: string;
  readonly text: string;
}

export function LongText({ id, label, text }: LongTextProps) {
  const [isWhole, showWhole] = useFold(`${id}:all`, false);
  const shown = startOf(text, isWhole ? MAX_CHARACTERS_EXPANDED : MAX_SHOWN_CHARACTERS);
  const left = text.length - shown.length;
  return (
    <div className="long-text">
      {/* A scrolling area has to be reachable for the keyboard. */}
      <pre
        className="code-text preserve-lines tool-pre text-scroll"
        tabIndex={0}
        role="group"
        aria-label={label}
        data-whole={isWhole}
      >
        <TextChunks text={shown} />
      </pre>
      {left > 0 &&
        (isWhole ? (
          <span className="detail-text tool-nothing">{toolCallStrings.charactersNotShown(left)}</span>
        ) : (
          <button type="button" className="show-all" onClick={() => showWhole(true)}>
            {toolCallStrings.showAllCharacters(left)}
          </button>
        ))}
    </div>
  );
}
