// The panel before the first prompt: what to do, or why nothing can be done yet.
import './emptyState.css';
import type { AgentStatus } from '../../../src/core/ports/agent.ts';
import { usePanel, usePost, useSession, useSessionKey } from '../../panelContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { useComposer } from '../composer/composerContext.tsx';
import { ErrorCard } from '../errors/ErrorCard.tsx';
import { AgentChoices } from './AgentChoices.tsx';
import { emptyStateStrings } from './emptyStateStrings.ts';
import { FirstSteps } from './FirstSteps.tsx';

/** Sent to the demo agent as they are, so they are not translated. */
const DEMO_PROMPTS = ['help', 'explain', 'plan'];

export function EmptyState() {
  const agent = usePanel((panel) => panel.agent);
  const isOpening = useSession(({ opening }) => opening);
  const isReturning = useSession(({ opening, sessionId }) => opening && sessionId !== undefined);
  const isReadOnly = useSession(({ readOnly }) => readOnly !== undefined);
  const { state, error, isDownloading = false } = agent.status;
  const isStarting = state === 'starting' || (isOpening && state !== 'failed' && state !== 'needs-sign-in');
  return (
    <div className="empty-state" data-state={state}>
      <h2 className="empty-title">{agent.title}</h2>
      {isStarting ? (
        <p className="empty-line">
          <Spinner />
          <span>
            {isDownloading
              ? emptyStateStrings.downloadingAgent(agent.title)
              : isReturning
                ? emptyStateStrings.openingSession()
                : emptyStateStrings.startingAgent(agent.title)}
          </span>
        </p>
      ) : isReadOnly ? (
        <p className="empty-line">{emptyStateStrings.noTranscript()}</p>
      ) : error !== undefined && state !== 'needs-sign-in' ? (
        <ErrorCard id="status" severity="error" error={error} isAnnounced />
      ) : (
        <Invitation title={agent.title} state={state} isDemo={agent.isDemo} />
      )}
    </div>
  );
}

interface InvitationProps {
  readonly title: string;
  readonly state: AgentStatus['state'];
  readonly isDemo: boolean;
}

function Invitation({ title, state, isDemo }: InvitationProps) {
  if (isDemo && state !== 'needs-sign-in') return <DemoInvitation />;
  return (
    <>
      {state === 'needs-sign-in' && <FirstSteps current="signIn" />}
      <p className="empty-line">{invitation(title, state)}</p>
    </>
  );
}

function invitation(title: string, state: AgentStatus['state']): string {
  switch (state) {
    case 'stopped':
      return emptyStateStrings.stopped(title);
    case 'failed':
      return emptyStateStrings.failed(title);
    case 'needs-sign-in':
      return emptyStateStrings.needsSignIn(title);
    default:
      return emptyStateStrings.ready(title);
  }
}

function DemoInvitation() {
  const post = usePost();
  const key = useSessionKey();
  const composer = useComposer();
  return (
    <>
      <FirstSteps current="choose" />
      <AgentChoices />
      <p className="empty-line">{emptyStateStrings.demo()}</p>
      <div className="empty-prompts">
        {DEMO_PROMPTS.map((text) => (
          <Button
            key={text}
            data-testid="suggestion"
            onClick={() => {
              post({ type: 'prompt', key, content: [{ type: 'text', text }] });
              // The button disappears with the invitation, and would take the focus with it.
              composer.focus();
            }}
          >
            {text}
          </Button>
        ))}
      </div>
    </>
  );
}
