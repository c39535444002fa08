// A page the agent wants to open: the whole address with its host in bold; it opens only after consent (R112).
import type { ReactNode } from 'react';
import type { ElicitationRequest } from '../../../src/core/session/elicitation/state.ts';
import { visibleLine } from '../../../src/core/text/visibleText.ts';
import { usePost, useSessionKey } from '../../panel/state/panelContext.tsx';
import { PlainText } from '../../text/PlainText.tsx';
import { Button } from '../../ui/Button.tsx';
import { describePage } from './pageAddress.ts';
import { elicitationStrings } from './elicitationStrings.ts';

export interface PageQuestionProps {
  readonly request: ElicitationRequest;
  readonly url: string;
  /** The buttons beside Open. */
  readonly children: ReactNode;
}

export function PageQuestion({ request, url, children }: PageQuestionProps) {
  const post = usePost();
  const key = useSessionKey();
  const { requestId, isOpened } = request;
  const page = describePage(url);
  if (isOpened) {
    return (
      <div className="elicitation-form">
        <p role="status">{elicitationStrings.pageOpened()}</p>
        <div className="row elicitation-actions">
          <Button
            data-action="cancel"
            onClick={() => post({ type: 'elicitation_refuse', key, requestId, action: 'cancel' })}
          >
            {elicitationStrings.stopWaiting()}
          </Button>
        </div>
      </div>
    );
  }
  return (
    <div className="elicitation-form">
      <p className="code-text page-address">
        {page === undefined ? (
          <PlainText text={visibleLine(url)} />
        ) : (
          <>
            <PlainText text={page.before} />
            <strong>
              <PlainText text={page.host} />
            </strong>
            <PlainText text={page.after} />
          </>
        )}
      </p>
      {page === undefined && <p className="field-problem">{elicitationStrings.notWebAddress()}</p>}
      {page?.warning !== undefined && (
        <p className="field-problem" role="alert">
          {page.warning}
        </p>
      )}
      <div className="row elicitation-actions">
        <Button
          appearance="primary"
          data-action="accept"
          disabled={page === undefined}
          onClick={() => post({ type: 'elicitation_open', key, requestId })}
        >
          {elicitationStrings.openPage()}
        </Button>
        {children}
      </div>
    </div>
  );
}
