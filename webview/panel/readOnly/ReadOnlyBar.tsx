// In the composer's place in a read-only session: why it is read-only, and how to continue.
import './readOnly.css';
import { useEffect, useRef, useState } from 'react';
import { isRecordedKey } from '../../../src/core/history/recordedKey.ts';
import { usePost, useSession, useSessionKey } from '../state/panelContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { useRequest } from '../state/useRequest.ts';
import { focusIsInComposer, oncePageIsFocused } from '../composer/focus/composerFocus.ts';
import { AgentSelect } from '../header/AgentSelect.tsx';
import { readOnlyStrings } from './readOnlyStrings.ts';

export function ReadOnlyBar({ reason }: { readonly reason: string }) {
  const post = usePost();
  const key = useSessionKey();
  const isOpening = useSession(({ opening }) => opening);
  const button = useRef<HTMLElement>(null);
  // The composer may have had the focus, here or in the session that was shown before.
  const [takesFocus] = useState(focusIsInComposer);
  useEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);
  useRequest(['focus_composer'], () => oncePageIsFocused(() => button.current?.focus()));
  return (
    <section
      className="centered-row read-only"
      data-testid="read-only"
      aria-label={readOnlyStrings.readOnlySession()}
    >
      <p className="dim wrapping-row read-only-reason">
        <AgentSelect />
        <span>{reason}</span>
      </p>
      <div className="row read-only-actions">
        {!isRecordedKey(key) && (
          <Button
            appearance="secondary"
            data-testid="try-again"
            disabled={isOpening}
            onClick={() => post({ type: 'reopen', key })}
          >
            {readOnlyStrings.tryAgain()}
          </Button>
        )}
        <Button
          ref={button}
          appearance="primary"
          data-testid="continue-in-new"
          title={readOnlyStrings.continueHint()}
          onClick={() => post({ type: 'continue_in_new', key })}
        >
          {readOnlyStrings.continueInNewSession()}
        </Button>
      </div>
    </section>
  );
}
