// The panel from top to bottom: header, transcript or empty state, dock, composer.
import './app.css';
import './reading.css';
import { useEffect, useState } from 'react';
import { Composer } from './composer/Composer.tsx';
import { ComposerProvider } from './composer/composerContext.tsx';
import { useIsReadingContext } from './composer/ReadingContext.tsx';
import { EmptyState } from './emptyState/EmptyState.tsx';
import { ErrorBoundary } from './errors/ErrorBoundary.tsx';
import { Header } from './header/Header.tsx';
import { describe } from './state/bridge.ts';
import type { SessionState } from '../../src/core/session/model.ts';
import { canStop, hasQuestion, isUnused } from '../../src/core/session/selectors.ts';
import { PopoverTree } from '../ui/Popover.tsx';
import { usePanel, usePost, useSession, useSessionKey, useView } from './state/panelContext.tsx';
import type { PanelView } from './state/store.ts';
import { watchFocus, watchUse } from './focusReport.ts';
import { watchPickKeys } from './pickKeys.ts';
import { watchPlace } from './placeReport.ts';
import { loadPartsAgain, useParts } from './state/loadedParts.ts';
import { useReading } from './useReading.ts';
import { useRequest } from './state/useRequest.ts';
import { TypedAhead, withCommandKey } from '../ui/typedAhead.ts';
import { errorStrings } from './errors/errorStrings.ts';
import { ShownTranscriptProvider } from './transcript/shownTranscript.tsx';
import { headerStrings } from './header/headerStrings.ts';

const selectReadyKey = ({ panel, session }: PanelView): string | undefined =>
  panel === undefined ? undefined : session?.key;

export function App() {
  const post = usePost();
  useEffect(() => watchFocus(document, window, (where) => post({ type: 'focus', where })), [post]);
  useEffect(() => watchUse(document, window, () => post({ type: 'used' })), [post]);
  useEffect(() => watchPlace(document, window, (side) => post({ type: 'placed', side })), [post]);
  // Ctrl+N opens a session a moment later.
  const [typedAhead] = useState(() => new TypedAhead(withCommandKey('n')));
  useEffect(() => typedAhead.listen(window), [typedAhead]);
  useEffect(() => watchPickKeys(window, (text) => post({ type: 'typed_ahead', text })), [post]);
  const key = useView(selectReadyKey);
  const [attempt, setAttempt] = useState(0);
  const retry = (): void => {
    loadPartsAgain().catch((thrown: unknown) => post({ type: 'webview_error', message: describe(thrown) }));
    setAttempt(attempt + 1);
  };
  if (key === undefined) return <p className="dim panel-waiting">{headerStrings.openingSession()}</p>;
  return (
    <ErrorBoundary key={attempt} fallback={<PanelFailed onRetry={retry} />}>
      <ShownTranscriptProvider key={key}>
        <Chat typedAhead={typedAhead} />
      </ShownTranscriptProvider>
    </ErrorBoundary>
  );
}

/** Whether the agent has said something of its own in a session that the user has not used. */
function saysOnlyBanner(session: SessionState): boolean {
  return isUnused(session) && session.entries.some((page) => page.some(({ kind }) => kind !== 'notice'));
}

function Chat({ typedAhead }: { readonly typedAhead: TypedAhead }) {
  const isEmpty = useSession(({ entries }) => entries.length === 0);
  const isInvited = useSession(saysOnlyBanner);
  const readOnly = useSession((session) => session.readOnly);
  const isAsked = useSession(({ permissions }) => permissions.length > 0);
  const isQuestioned = useSession(hasQuestion);
  const needsSignIn = usePanel(({ agent }) => agent.status.state === 'needs-sign-in');
  const parts = useParts();
  useEscape();
  useReading();
  useDroppedRequests(isEmpty);
  return (
    <ComposerProvider>
      <PopoverTree>
        <div className="column panel" data-asked={isAsked} data-waiting={isQuestioned || needsSignIn}>
          <Header />
          <main className="column panel-main">
            <div className="column panel-conversation">
              {(isEmpty || isInvited) && <EmptyState />}
              {!isEmpty && parts && <parts.Transcript />}
              {parts?.features.map(({ name, Conversation }) => Conversation && <Conversation key={name} />)}
            </div>
            {parts && (
              <>
                <parts.Announcer />
                <parts.ContextMenu />
                <parts.Dock features={parts.features} />
              </>
            )}
            {readOnly === undefined ? (
              <Composer typedAhead={typedAhead} />
            ) : (
              parts && <parts.ReadOnlyBar reason={readOnly} />
            )}
            {parts && <parts.ExtensionLines placement="below" />}
          </main>
        </div>
      </PopoverTree>
    </ComposerProvider>
  );
}

/** Escape stops reading for a prompt, else the turn or what the agent asks after it, unless something inside has handled the key. */
function useEscape(): void {
  const post = usePost();
  const key = useSessionKey();
  const isStoppable = useSession(canStop);
  const isReading = useIsReadingContext();
  useEffect(() => {
    if (!isStoppable && !isReading) return undefined;
    const stop = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
      event.preventDefault();
      post({ type: isReading ? 'stop_reading' : 'cancel', key });
    };
    window.addEventListener('keydown', stop);
    return () => window.removeEventListener('keydown', stop);
  }, [post, key, isStoppable, isReading]);
}

/** A request for an entry that was made while there was none is not carried out later, when there is one. */
function useDroppedRequests(isEmpty: boolean): void {
  const post = usePost();
  useRequest(
    ['focus_transcript', 'read_entry', 'show_prompt'],
    ({ type }) => {
      if (type === 'read_entry') post({ type: 'entry_text', name: '', text: '' });
    },
    () => isEmpty,
  );
}

/** Its button does not come from the toolkit, which is one of the parts that may not have been loaded. */
function PanelFailed({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <div className="panel-failed" role="alert" data-testid="error">
      <p>{errorStrings.panelFailed()}</p>
      <button type="button" className="panel-retry" data-action="try-again" onClick={onRetry}>
        {errorStrings.tryAgain()}
      </button>
    </div>
  );
}
