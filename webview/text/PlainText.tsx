// Text shown as it is, in chunks and pieces: a long one can grow without being laid out again, and never freezes the page.
import './text.css';
import { memo } from 'react';
import { startOf } from '../../src/core/text/wholeCharacters.ts';
import { textChunks } from './textChunks.ts';
import { PIECE_LENGTH, textPieces } from './textPieces.ts';
import { textStrings } from './textStrings.ts';

/** Longer text, … */
const LONGEST_UNFOLDED = 131_072;
/** …and text with a longer line, is folded into a box that scrolls. */
const LONGEST_UNFOLDED_LINE = 16_384;
/** Rendered at most: more would make the page slow. */
const MAX_CHARACTERS = 2_000_000;

export interface PlainTextProps {
  readonly text: string;
}

/** Any text; the styles of what is around it preserve its white space. A very long one scrolls in a box of its own. */
export function PlainText({ text }: PlainTextProps) {
  if (!isFolded(text)) return <TextChunks text={text} />;
  return (
    // A scrolling area has to be reachable for the keyboard.
    <span
      className="preserve-lines text-box text-scroll"
      data-testid="text-box"
      tabIndex={0}
      role="group"
      aria-label={textStrings.longText()}
    >
      <TextChunks text={text} />
    </span>
  );
}

/** Any text, in a place that scrolls or holds little text. */
export function TextChunks({ text }: PlainTextProps) {
  if (text.length <= PIECE_LENGTH) return text;
  const shown = startOf(text, MAX_CHARACTERS);
  const left = text.length - shown.length;
  return (
    <>
      {/* Chunks only ever get appended, so their position identifies them. */}
      {textChunks(shown).map((chunk, index) => (
        <Chunk key={index} text={chunk} />
      ))}
      {left > 0 && <span className="detail-text text-rest">{textStrings.charactersNotShown(left)}</span>}
    </>
  );
}

/** A part of one line of any length. */
export function TextPieces({ text }: PlainTextProps) {
  if (text.length <= PIECE_LENGTH) return text;
  return textPieces(text).map((piece, index) => <Piece key={index} text={piece} />);
}

/** Lines, or one long line. */
const Chunk = memo(function Chunk({ text }: PlainTextProps) {
  if (text.length <= PIECE_LENGTH) return <span className="text-chunk">{text}</span>;
  const line = text.endsWith('\n') ? text.slice(0, -1) : text;
  return (
    <span className="text-line">
      <TextPieces text={line} />
      {/* Inside a piece it would not be copied. */}
      {line === text ? null : '\n'}
    </span>
  );
});

const Piece = memo(function Piece({ text }: PlainTextProps) {
  return <span className="text-piece">{text}</span>;
});

function isFolded(text: string): boolean {
  if (text.length <= LONGEST_UNFOLDED_LINE) return false;
  if (text.length > LONGEST_UNFOLDED) return true;
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    if (end - start > LONGEST_UNFOLDED_LINE) return true;
    start = end + 1;
  }
  return false;
}
