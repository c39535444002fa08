// An error: what happened, its details collapsed, the next steps.
import './errors.css';
import type { UserError } from '../../../src/core/errors.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Disclosure } from '../disclosure/Disclosure.tsx';
import { ErrorActions } from './ErrorActions.tsx';
import { errorStrings } from './errorStrings.ts';

/** Lines and characters up to which details are shown at once: mostly they say why. */
const SHORT_LINES = 5;
const SHORT_LENGTH = 600;

export interface ErrorCardProps {
  /** For the fold of the details. */
  readonly id: string;
  readonly severity: 'info' | 'warning' | 'error';
  readonly error: UserError;
  /** Whether it is over: then it offers no next steps and does not ask to be heard. */
  readonly isPast?: boolean;
}

export function ErrorCard({ id, severity, error, isPast = false }: ErrorCardProps) {
  const { message, detail, actions, code } = error;
  return (
    <div
      className="error-card"
      role={isPast ? undefined : 'alert'}
      data-testid="error"
      data-code={code}
      data-severity={severity}
    >
      <div className="error-message">
        <Icon name={severity} />
        <span>{message}</span>
      </div>
      {detail !== undefined && (
        <Disclosure id={`${id}:detail`} summary={errorStrings.details()} openAtFirst={isShort(detail)}>
          <pre className="error-detail">{detail}</pre>
        </Disclosure>
      )}
      {!isPast && <ErrorActions actions={actions} />}
    </div>
  );
}

function isShort(detail: string): boolean {
  return detail.length <= SHORT_LENGTH && detail.split('\n').length <= SHORT_LINES;
}
