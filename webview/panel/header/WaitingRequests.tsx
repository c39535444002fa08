// What waits for the user in other sessions: each request with its whole subject and its answers, without opening the session.
import './waitingRequests.css';
import { useEffect, useRef } from 'react';
import { ANSWER_GUARD_MS, optionLabel, type OptionLabel } from '../../../src/core/permissions/optionLabel.ts';
import type { PanelMessage } from '../../../src/core/panel/panelMessage.ts';
import type { WaitingRequest } from '../../../src/core/panel/waitingRequest.ts';
import { visibleLine } from '../../../src/core/text/visibleText.ts';
import { usePost, useSessionKey, useView } from '../state/panelContext.tsx';
import { shortText } from '../../text/shortText.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { headerStrings } from './headerStrings.ts';

/** The list shows the sessions of the others, which open. */
const MAX_REQUESTS = 3;

interface WaitingRequestsProps {
  readonly open: (key: string) => void;
  /** Called when a request is answered, whose buttons go then. */
  readonly onAnswer: () => void;
}

export function WaitingRequests({ open, onAnswer }: WaitingRequestsProps) {
  const shown = useSessionKey();
  const all = useView(({ waitingRequests }) => waitingRequests);
  const others = all.filter(({ key }) => key !== shown).slice(0, MAX_REQUESTS);
  if (others.length === 0) return null;
  return (
    <div className="column waiting-requests">
      {others.map((request) => (
        <Request key={request.requestId} request={request} open={open} onAnswer={onAnswer} />
      ))}
    </div>
  );
}

interface RequestProps extends WaitingRequestsProps {
  readonly request: WaitingRequest;
}

function Request({ request, open, onAnswer }: RequestProps) {
  const { key, requestId, agent, session, subject, isWhole, options, field } = request;
  const answer = useAnswer(onAnswer);
  const isQuestion = field !== undefined;
  const label = (isQuestion ? headerStrings.asksIn : headerStrings.waitsIn)(agent, shortText(session));
  const choose = (optionId: string): PanelMessage =>
    isQuestion
      ? { type: 'elicitation_accept', key, requestId, values: { [field]: optionId } }
      : { type: 'permission', key, requestId, optionId };
  return (
    <div
      className="column waiting-request"
      data-testid="waiting-request"
      data-request-id={requestId}
      role="group"
      aria-label={label}
    >
      <div className="waiting-request-head">{label}</div>
      {/* A scrolling area has to be reachable for the keyboard. */}
      <pre className="waiting-request-subject" tabIndex={0} role="group" aria-label={headerStrings.subject()}>
        {subject.split('\n').map((line, index) => (
          <span key={index} className="waiting-request-line" data-sign={/^[+-] /.exec(line)?.[0].trim()}>
            {`${line}\n`}
          </span>
        ))}
      </pre>
      {!isWhole && (
        <div className="dim">{isQuestion ? headerStrings.answerThere() : headerStrings.notWhole()}</div>
      )}
      <div className="wrapping-row waiting-request-options">
        {options.map((option) => (
          <Option
            key={option.optionId}
            option={option}
            label={isQuestion ? CHOICE : optionLabel(option)}
            onChoose={() => answer(choose(option.optionId))}
          />
        ))}
        {isQuestion && (
          <Button
            data-action="decline"
            onClick={() => answer({ type: 'elicitation_refuse', key, requestId, action: 'decline' })}
          >
            {headerStrings.decline()}
          </Button>
        )}
        <Button appearance="secondary" data-testid="open-waiting" onClick={() => open(key)}>
          {headerStrings.openSession()}
        </Button>
      </div>
    </div>
  );
}

/** The choice of a question does nothing but answer it. */
const CHOICE: OptionLabel = { isLasting: false };

interface OptionProps {
  readonly option: WaitingRequest['options'][number];
  readonly label: OptionLabel;
  readonly onChoose: () => void;
}

/** What it does stands before a name that does not say it, as on the card in the chat. */
function Option({ option, label: { isLasting, effect }, onChoose }: OptionProps) {
  return (
    <Button
      appearance={option.kind === 'allow_once' ? 'primary' : 'secondary'}
      data-testid="permission-option"
      data-kind={option.kind}
      data-option-id={option.optionId}
      onClick={onChoose}
    >
      {isLasting && <Icon name="pinned" />}
      {effect !== undefined && <em>{effect} </em>}
      <bdi>{visibleLine(shortText(option.name))}</bdi>
    </Button>
  );
}

/** Answers once, and not before the guard time has passed: a click that was meant for something else answers nothing. */
function useAnswer(onAnswer: () => void): (message: PanelMessage) => void {
  const post = usePost();
  const appeared = useRef(0);
  const isAnswered = useRef(false);
  useEffect(() => {
    appeared.current = performance.now();
  }, []);
  return (message) => {
    if (isAnswered.current || performance.now() - appeared.current < ANSWER_GUARD_MS) return;
    isAnswered.current = true;
    onAnswer();
    post(message);
  };
}
