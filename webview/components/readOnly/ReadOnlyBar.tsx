// In the composer's place for a session that can only be read: why, and how to go on.
import './readOnly.css';
import { useEffect, useRef, useState } from 'react';
import { usePanelServices, usePost, useSessionKey, useView } from '../../panelContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { focusIsInComposer } from '../composer/composerFocus.ts';

export function ReadOnlyBar({ reason }: { readonly reason: string }) {
  const { store } = usePanelServices();
  const post = usePost();
  const key = useSessionKey();
  const button = useRef<HTMLElement>(null);
  const request = useView((view) => view.focusRequest);
  // The composer may have had the focus, here or in the session that was shown before.
  const [takesFocus] = useState(focusIsInComposer);
  useEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);
  useEffect(() => {
    if (request === undefined) return;
    store.forgetFocusRequest();
    button.current?.focus();
  }, [store, request]);
  return (
    <section className="read-only" data-testid="read-only" aria-label="This session can only be read">
      <p className="read-only-reason">
        <Icon name="lock" />
        <span>{reason}</span>
      </p>
      <Button
        ref={button}
        appearance="primary"
        data-testid="continue-in-new"
        title="The new session is given this transcript with your first prompt"
        onClick={() => post({ type: 'continue_in_new', key })}
      >
        Continue in a New Session
      </Button>
    </section>
  );
}
