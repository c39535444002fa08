// A question of the agent in the dock: a form, or a page to open in the browser.
import './elicitation.css';
import { useEffect, useId, useRef } from 'react';
import type {
  ElicitationRequest,
  ElicitationValues,
  FilledForm,
} from '../../../src/core/session/elicitation/state.ts';
import { visibleLine } from '../../../src/core/text/visibleText.ts';
import { shortened } from '../../../src/core/text/wholeCharacters.ts';
import { usePanel, usePost, useSessionKey } from '../../panel/state/panelContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { CutText } from '../../panel/content/CutText.tsx';
import { onQuestionKey } from '../../panel/composer/focus/questionFocus.ts';
import { Countdown } from './Countdown.tsx';
import { ElicitationForm } from './ElicitationForm.tsx';
import { PageQuestion } from './PageQuestion.tsx';
import { withElements } from '../../ui/withElements.tsx';
import { elicitationStrings } from './elicitationStrings.ts';

/** The length of the agent's name and of its question; the rest is shown on request. */
const MAX_NAME_CHARACTERS = 60;
const MAX_MESSAGE_CHARACTERS = 1_000;

export interface ElicitationCardProps {
  readonly request: ElicitationRequest;
  /** How many questions wait, this one included. */
  readonly waiting: number;
  /** What was entered into its form before; undefined where nothing was. */
  readonly filled: ElicitationValues | undefined;
  /** The user has changed what is in the form. */
  readonly onFill: (form: FilledForm) => void;
  /** Forgets the form; only where nobody waits for it any more. */
  readonly dismiss: (() => void) | undefined;
}

export function ElicitationCard({ request, waiting, filled, onFill, dismiss }: ElicitationCardProps) {
  const agent = usePanel((panel) => panel.agent.title);
  const post = usePost();
  const key = useSessionKey();
  const card = useRef<HTMLElement>(null);
  const titleId = useId();
  const { requestId, question } = request;
  const isOver = dismiss !== undefined;
  useEffect(() => {
    card.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const refuse = (action: 'decline' | 'cancel') => (): void =>
    post({ type: 'elicitation_refuse', key, requestId, action });
  return (
    <section
      className="dock-card elicitation"
      data-testid={isOver ? 'unsent-answer' : 'elicitation'}
      data-question={isOver ? undefined : ''}
      aria-labelledby={titleId}
      ref={card}
      tabIndex={-1}
      onKeyDown={onQuestionKey}
    >
      <div className="row elicitation-head">
        <Icon name="question" />
        <span id={titleId} className="fill preserve-lines elicitation-title">
          {withElements(
            elicitationStrings.asks('{0}', '{1}'),
            <strong>
              <CutText id={`${requestId}:agent`} text={agent} maxCharacters={MAX_NAME_CHARACTERS} />
            </strong>,
            <CutText
              id={`${requestId}:message`}
              text={question.message}
              maxCharacters={MAX_MESSAGE_CHARACTERS}
            />,
          )}
        </span>
        {question.mode === 'form' && question.deadline !== undefined && !isOver && (
          <Countdown deadline={question.deadline} />
        )}
        {waiting > 1 && <span className="dim elicitation-count">{elicitationStrings.firstOf(waiting)}</span>}
      </div>
      {isOver && (
        <p className="row elicitation-over" role="status">
          <Icon name="info" />
          {elicitationStrings.nobodyWaits(shortened(visibleLine(agent), MAX_NAME_CHARACTERS))}
        </p>
      )}
      {question.mode === 'form' ? (
        <ElicitationForm
          request={request}
          question={question}
          filled={filled}
          onFill={onFill}
          dismiss={dismiss}
        >
          <Refusals refuse={refuse} />
        </ElicitationForm>
      ) : (
        <PageQuestion request={request} url={question.url}>
          <Refusals refuse={refuse} />
        </PageQuestion>
      )}
    </section>
  );
}

function Refusals({ refuse }: { readonly refuse: (action: 'decline' | 'cancel') => () => void }) {
  return (
    <>
      <Button data-action="decline" title={elicitationStrings.declineHint()} onClick={refuse('decline')}>
        {elicitationStrings.decline()}
      </Button>
      <Button data-action="cancel" title={elicitationStrings.dismissHint()} onClick={refuse('cancel')}>
        {elicitationStrings.dismiss()}
      </Button>
    </>
  );
}
