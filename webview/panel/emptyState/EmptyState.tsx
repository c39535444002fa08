// The panel before the first prompt: what to do, or why nothing can be done yet. The composer names the agent and its state.
import './emptyState.css';
import type { AgentStatus } from '../../../src/core/ports/agent.ts';
import { usePanel, usePost, useSession, useSessionKey } from '../state/panelContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { withElements } from '../../ui/withElements.tsx';
import { useComposer } from '../composer/composerContext.tsx';
import { ErrorCard } from '../errors/ErrorCard.tsx';
import { AgentChoices } from './AgentChoices.tsx';
import { emptyStateStrings } from './emptyStateStrings.ts';
import { FirstSteps } from './FirstSteps.tsx';
import { RecentSessions } from './RecentSessions.tsx';

/** Sent to the demo agent as they are, so they are not translated. */
const DEMO_PROMPTS = ['help', 'explain'];

export function EmptyState() {
  const agent = usePanel((panel) => panel.agent);
  const isReturning = useSession(({ opening, sessionId }) => opening && sessionId !== undefined);
  const isReadOnly = useSession(({ readOnly }) => readOnly !== undefined);
  const { state, error, isDownloading = false } = agent.status;
  return (
    <div className="column empty-state" data-state={state}>
      {state === 'starting' && isDownloading ? (
        <p className="dim row empty-line">{emptyStateStrings.firstStart()}</p>
      ) : isReadOnly ? (
        <p className="dim row empty-line">{emptyStateStrings.noTranscript()}</p>
      ) : error !== undefined && state !== 'needs-sign-in' ? (
        <ErrorCard id="status" severity="error" error={error} isAnnounced />
      ) : (
        !isReturning && <Invitation state={state} isDemo={agent.isDemo} />
      )}
    </div>
  );
}

interface InvitationProps {
  readonly state: AgentStatus['state'];
  readonly isDemo: boolean;
}

function Invitation({ state, isDemo }: InvitationProps) {
  const folder = usePanel((panel) => panel.folder);
  const post = usePost();
  const key = useSessionKey();
  if (state === 'needs-sign-in') return <FirstSteps current="signIn" />;
  if (isDemo) return <DemoInvitation />;
  if (state === 'failed') return <p className="dim row empty-line">{emptyStateStrings.tryAgain()}</p>;
  return (
    <>
      <p className="dim row empty-line">
        {folder === undefined ? emptyStateStrings.ready() : emptyStateStrings.readyIn(folder)}
      </p>
      {folder !== undefined && (
        <Button data-action="choose-folder" onClick={() => post({ type: 'choose_folder', key })}>
          {emptyStateStrings.chooseFolder()}
        </Button>
      )}
      <ul className="dim column plain-list empty-hints" data-testid="hints">
        {HINTS.map(({ typed, text }) => (
          <li key={typed}>{withElements(text('{0}'), <kbd className="empty-hint-key">{typed}</kbd>)}</li>
        ))}
      </ul>
      <RecentSessions />
    </>
  );
}

/** What the empty composer understands. */
const HINTS = [
  { typed: '@', text: emptyStateStrings.hintMention },
  { typed: '/', text: emptyStateStrings.hintCommands },
  { typed: '?', text: emptyStateStrings.hintKeys },
];

function DemoInvitation() {
  const post = usePost();
  const key = useSessionKey();
  const composer = useComposer();
  const hasOthers = usePanel((panel) => panel.agent.hasOthers === true);
  return (
    <>
      {hasOthers ? (
        <p className="dim row empty-line">{emptyStateStrings.demoOnly()}</p>
      ) : (
        <>
          <FirstSteps current="choose" />
          <AgentChoices />
          <p className="dim row empty-line">{emptyStateStrings.demo()}</p>
        </>
      )}
      <div className="row empty-prompts">
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
