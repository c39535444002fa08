// The way to the first answer: choose an agent, sign in, send a prompt. The step that is next is marked.
import './firstSteps.css';
import { emptyStateStrings } from './emptyStateStrings.ts';

const STEPS = ['choose', 'signIn', 'prompt'] as const;
export type FirstStep = (typeof STEPS)[number];

const LABELS: Readonly<Record<FirstStep, () => string>> = {
  choose: emptyStateStrings.stepChoose,
  signIn: emptyStateStrings.stepSignIn,
  prompt: emptyStateStrings.stepPrompt,
};

export function FirstSteps({ current }: { readonly current: FirstStep }) {
  const index = STEPS.indexOf(current);
  return (
    <ol
      className="dim wrapping-row first-steps"
      aria-label={emptyStateStrings.steps()}
      data-testid="first-steps"
    >
      {STEPS.map((step, number) => (
        <li
          key={step}
          className="first-step"
          data-state={number < index ? 'done' : number === index ? 'current' : 'next'}
          aria-current={number === index ? 'step' : undefined}
        >
          {LABELS[step]()}
        </li>
      ))}
    </ol>
  );
}
