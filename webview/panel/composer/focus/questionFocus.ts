// Moves the focus from the composer to the question that waits, and from that to its answers.
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

/** On the card itself Tab goes to its first answer, whatever stands before that, and Shift+Tab to the last. */
export function onQuestionKey(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Tab' || event.target !== event.currentTarget) return;
  const answers = [...event.currentTarget.querySelectorAll<HTMLElement>(ANSWER)];
  const answer = answers.at(event.shiftKey ? -1 : 0);
  if (answer === undefined) return;
  event.preventDefault();
  answer.focus();
}
