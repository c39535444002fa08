// An error: what happened, its details collapsed, the next steps.
import './errors.css';
import type { UserError } from '../../../src/core/errors.ts';
import { failureClassOf } from '../../../src/core/failures/failureClass.ts';
import { timeText } from '../../../src/core/failures/timeText.ts';
import { readableText } from '../../../src/core/text/readableText.ts';
import { useNow } from '../../ui/useNow.ts';
import { PlainText, TextChunks } from '../../text/PlainText.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Disclosure } from '../disclosure/Disclosure.tsx';
import { ErrorActions } from './ErrorActions.tsx';
import { errorStrings } from './errorStrings.ts';

/** Details up to this length are expanded at first: mostly they explain the error. */
const MAX_EXPANDED_LINES = 5;
const MAX_EXPANDED_CHARACTERS = 600;

export interface ErrorCardProps {
  /** Identifies the fold of the details. */
  readonly id: string;
  readonly severity: 'info' | 'warning' | 'error';
  readonly error: UserError;
  /** Whether the error is past: then it offers no next steps. */
  readonly isPast?: boolean;
  /** Whether screen readers announce it when it appears; the announcer does so for those of the transcript. */
  readonly isAnnounced?: boolean;
}

export function ErrorCard({ id, severity, error, isPast = false, isAnnounced = false }: ErrorCardProps) {
  const { message, detail, actions, code, resetsAt } = error;
  const now = useNow(undefined);
  return (
    <div
      className="column error-card"
      role={isAnnounced ? 'alert' : undefined}
      data-testid="error"
      data-code={code}
      data-failure={failureClassOf(error)}
      data-severity={severity}
    >
      <div className="row error-message">
        <Icon name={severity} />
        <span className="fill error-text">
          <PlainText text={readableText(message)} />
        </span>
      </div>
      {detail !== undefined && !message.endsWith(detail.trim()) && (
        <Disclosure id={`${id}:detail`} summary={errorStrings.details()} openAtFirst={isShort(detail)}>
          <pre className="code-text preserve-lines error-detail text-scroll">
            <TextChunks text={readableText(detail)} />
          </pre>
        </Disclosure>
      )}
      {resetsAt !== undefined && (
        <p className="error-until">{errorStrings.resetsAt(timeText(resetsAt, now))}</p>
      )}
      {!isPast && <ErrorActions actions={actions} />}
    </div>
  );
}

function isShort(detail: string): boolean {
  return detail.length <= MAX_EXPANDED_CHARACTERS && detail.split('\n').length <= MAX_EXPANDED_LINES;
}
