// The beginning of a text of an agent in a sentence of ours, and the rest on request: nothing beside it is pushed away.
import './cutText.css';
import { visibleStart, visibleText } from '../../../src/core/text/visibleText.ts';
import { startOf } from '../../../src/core/text/wholeCharacters.ts';
import { useFold } from '../state/panelContext.tsx';
import { TextChunks } from '../../text/PlainText.tsx';
import { contentStrings } from './contentStrings.ts';

export interface CutTextProps {
  /** Unique in the session: whether all of it is shown is remembered under it. */
  readonly id: string;
  /** As the agent wrote it; what is invisible is spelled out. */
  readonly text: string;
  /** Shown before the user asks for all, in UTF-16 code units. */
  readonly maxCharacters: number;
}

export function CutText({ id, text, maxCharacters }: CutTextProps) {
  const [isWhole, showWhole] = useFold(`${id}:whole`, false);
  // All of a long text takes long to look at, and is not shown yet.
  const isLong = text.length > maxCharacters;
  const visible = isLong && !isWhole ? visibleStart(text, maxCharacters) : visibleText(text);
  if (!isLong && visible.length <= maxCharacters) return <bdi className="cut-text">{visible}</bdi>;
  if (!isWhole) {
    const shown = startOf(visible, maxCharacters);
    return (
      <>
        <bdi className="cut-text">{`${shown}…`}</bdi>{' '}
        <button type="button" className="cut-text-more" aria-expanded={false} onClick={() => showWhole(true)}>
          {contentStrings.showAll(Math.max(text.length, visible.length) - shown.length)}
        </button>
      </>
    );
  }
  return (
    <>
      {/* A scrolling area has to be reachable for the keyboard. */}
      <bdi
        className="cut-text cut-text-whole text-scroll"
        tabIndex={0}
        role="group"
        aria-label={contentStrings.wholeText()}
      >
        <TextChunks text={visible} />
      </bdi>
      <button type="button" className="cut-text-more" aria-expanded onClick={() => showWhole(false)}>
        {contentStrings.showLess()}
      </button>
    </>
  );
}
