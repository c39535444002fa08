// Brings a hit into sight: its row first, then the hit itself, until the rows around it have their heights.
import { boundaries, type RenderedMatch } from './renderedText.ts';
import type { TranscriptTarget } from './transcriptTarget.ts';

/** Frames in which the place is put right: rows have guessed heights until they were rendered once. */
const FRAMES = 20;
/** Frames after which nothing moved. */
const CALM = 4;
/** Pixels kept free around the hit; above it the find bar may cover the text. */
const ABOVE = 56;
const BELOW = 24;

/** Where a hit is when it is looked for again. */
export interface Sought {
  /** The 0-based row; undefined when it is gone. */
  readonly row: number | undefined;
  readonly match: RenderedMatch | undefined;
}

/** Shows what `seek` finds, looking again in each frame. Returns what stops it; the user's scrolling does, too. */
export function revealHit({ scroller, scrollToRow }: TranscriptTarget, seek: () => Sought): () => void {
  let frame = 0;
  let left = FRAMES;
  let calm = 0;
  const step = (): void => {
    const { row, match } = seek();
    if (row === undefined) return stop();
    const isThere = scroller.querySelector(`.transcript-row[data-index="${row}"]`) !== null;
    if (!isThere) scrollToRow(row);
    const hasMoved = !isThere || (match !== undefined && bringIntoSight(scroller, match));
    calm = hasMoved ? 0 : calm + 1;
    if (--left > 0 && calm < CALM) frame = requestAnimationFrame(step);
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

/** Scrolls what is around a hit, from the inside out; returns whether anything moved. */
function bringIntoSight(scroller: HTMLElement, match: RenderedMatch): boolean {
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
  return scrollTo(scroller, range.getBoundingClientRect(), ABOVE, BELOW) || hasMoved;
}

function scrollsInside(box: HTMLElement): boolean {
  if (box.scrollHeight <= box.clientHeight && box.scrollWidth <= box.clientWidth) return false;
  return /auto|scroll/.test(getComputedStyle(box).overflow);
}

/** Scrolls a box so that a place in it is in its middle, if it is out of sight. */
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
