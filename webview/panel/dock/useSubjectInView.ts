// Scrolls a permission card to what it is about: the first changed line, or the command.
import { useLayoutEffect, type RefObject } from 'react';

const SUBJECT =
  '.permission-details :is([data-subject], .diff-line[data-sign="+"], .diff-line[data-sign="-"])';

/** Left above the subject where not all of it fits, so that the line before a change is seen too. */
const LEAD_PX = 18;
/** This much of a longer subject has to be in view. */
const WANTED_PX = 54;

/** What the user does to scroll by hand. */
const GESTURES = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/** Keeps the subject of the card in view when the card appears and changes its size, until the user scrolls it. */
export function useSubjectInView(card: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const root = card.current;
    const body = root?.querySelector('.permission-body') ?? null;
    if (root === null || body === null) return undefined;
    const observer = new ResizeObserver(() => reveal(root));
    const stop = (): void => {
      observer.disconnect();
      for (const gesture of GESTURES) body.removeEventListener(gesture, stop);
    };
    for (const gesture of GESTURES) body.addEventListener(gesture, stop, { passive: true });
    observer.observe(root);
    observer.observe(body);
    reveal(root);
    return stop;
  }, [card]);
}

/** Scrolls what is inside the card and never the page around it, as `scrollIntoView` would. */
function reveal(card: HTMLElement): void {
  const subject = card.querySelector(SUBJECT);
  if (subject === null) return;
  for (let area = subject.parentElement; area !== null && area !== card; area = area.parentElement) {
    if (area.scrollHeight <= area.clientHeight) continue;
    const { top, bottom } = subject.getBoundingClientRect();
    const { top: start } = area.getBoundingClientRect();
    const covered = coveredByHead(subject, area);
    const end = start + area.clientHeight;
    if (top < start + covered || Math.min(bottom, top + WANTED_PX) > end || bottom + WANTED_PX / 2 > end)
      area.scrollTop += top - start - Math.max(covered, area.clientHeight < WANTED_PX ? 0 : LEAD_PX);
  }
}

/** The height of the name of the file, in pixels, where it stays at the top of the area while that is scrolled. */
function coveredByHead(subject: Element, area: Element): number {
  const head = subject.closest('.diff')?.querySelector('.diff-head') ?? null;
  if (head === null || !area.contains(head) || getComputedStyle(head).position !== 'sticky') return 0;
  return head.getBoundingClientRect().height;
}
