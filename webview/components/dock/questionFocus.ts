// Moves the focus from the composer to the question that waits, and from that to its first answer.
import type { KeyboardEvent } from 'react';

/** The cards of questions, in the order of the dock. */
const QUESTION = '.dock > [data-question]';

/** What answers a question: the options of a permission request, the fields and buttons of a form. */
const ANSWER = '.permission-options .button, .elicitation-form :is(input, select, textarea, .button)';

/** Focuses the card as a group, where digits answer; returns whether a question waits. */
export function focusQuestion(): boolean {
  const card = document.querySelector<HTMLElement>(QUESTION);
  card?.focus();
  return card !== null;
}

/** Tab on the card itself goes to its first answer, whatever stands before it. */
export function onQuestionKey(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Tab' || event.shiftKey || event.target !== event.currentTarget) return;
  const answer = event.currentTarget.querySelector<HTMLElement>(ANSWER);
  if (answer === null) return;
  event.preventDefault();
  answer.focus();
}
