// Scrolls to a hit: first to its row, then to the hit itself, until the rows around it have their heights.
import { boundaries, type RenderedMatch } from './renderedText.ts';
import type { TranscriptTarget } from '../../panel/transcript/transcriptTarget.ts';

/** How many frames correct the place: rows have estimated heights until they are rendered. */
const MAX_FRAMES = 20;
/** After so many frames without movement the place is final. */
const STABLE_FRAMES = 4;
/** The space around the hit; above it the find bar may cover the text. */
const SPACE_ABOVE_PX = 56;
const SPACE_BELOW_PX = 24;

/** The place of a hit in the current frame. */
export interface Sought {
  /** The 0-based row; undefined when it is gone. */
  readonly row: number | undefined;
  readonly match: RenderedMatch | undefined;
}

/** Scrolls to what `seek` finds, in each frame again. Returns the function that stops it; scrolling stops it too. */
export function revealHit({ scroller, scrollToRow }: TranscriptTarget, seek: () => Sought): () => void {
  let frame = 0;
  let left = MAX_FRAMES;
  let stable = 0;
  const step = (): void => {
    const { row, match } = seek();
    if (row === undefined) return stop();
    const isThere = scroller.querySelector(`.transcript-row[data-index="${row}"]`) !== null;
    if (!isThere) scrollToRow(row);
    const hasMoved = !isThere || (match !== undefined && scrollIntoView(scroller, match));
    stable = hasMoved ? 0 : stable + 1;
    if (--left > 0 && stable < STABLE_FRAMES) frame = requestAnimationFrame(step);
    else stop();
  };
  const stop = (): void => {
    cancelAnimationFrame(frame);
    scroller.removeEventListener('wheel', stop);
    scroller.removeEventListener('pointerdown', stop);
  };
  scroller.addEventListener('wheel', stop, { passive: true });
  scroller.addEventListener('pointerdown', stop, { passive: true });
  step();
  return stop;
}

/** Scrolls the elements around a hit, from the inside out; returns whether anything moved. */
function scrollIntoView(scroller: HTMLElement, match: RenderedMatch): boolean {
  const ends = boundaries(match);
  if (ends === undefined) return false;
  const range = document.createRange();
  range.setStart(ends.startContainer, ends.startOffset);
  range.setEnd(ends.endContainer, ends.endOffset);
  let hasMoved = false;
  for (let box = ends.startContainer.parentElement; box !== null; box = box.parentElement) {
    if (box === scroller) break;
    if (scrollsInside(box)) hasMoved = scrollTo(box, range.getBoundingClientRect(), 8, 8) || hasMoved;
  }
  return scrollTo(scroller, range.getBoundingClientRect(), SPACE_ABOVE_PX, SPACE_BELOW_PX) || hasMoved;
}

function scrollsInside(box: HTMLElement): boolean {
  if (box.scrollHeight <= box.clientHeight && box.scrollWidth <= box.clientWidth) return false;
  return /auto|scroll/.test(getComputedStyle(box).overflow);
}

/** Scrolls a box so that a place in it is in its middle, if it is not visible. */
function scrollTo(box: HTMLElement, place: DOMRect, above: number, below: number): boolean {
  const edge = box.getBoundingClientRect();
  const { scrollTop, scrollLeft } = box;
  if (place.top < edge.top + above || place.bottom > edge.bottom - below) {
    box.scrollTop += place.top - edge.top - (box.clientHeight - place.height) / 2;
  }
  if (place.left < edge.left || place.right > edge.right) {
    box.scrollLeft += place.left - edge.left - (box.clientWidth - place.width) / 2;
  }
  return Math.abs(box.scrollTop - scrollTop) >= 1 || Math.abs(box.scrollLeft - scrollLeft) >= 1;
}
