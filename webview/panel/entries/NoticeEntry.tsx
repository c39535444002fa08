// A notice about the session: a line, or an error with its next steps.
import './entries.css';
import { holdsTranscript } from '../../../src/core/sessionLifecycle/handOver/transcriptContext.ts';
import { findLastEntry, isUserPrompt, type Entry } from '../../../src/core/session/entries.ts';
import { usePanel, useSession } from '../state/panelContext.tsx';
import type { UserError } from '../../../src/core/errors.ts';
import type { AgentStatus } from '../../../src/core/ports/agent.ts';
import { PlainText } from '../../text/PlainText.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ErrorCard } from '../errors/ErrorCard.tsx';

/** The errors that say that the agent does not run. */
const ENDED: ReadonlySet<string> = new Set([
  'agent-exited',
  'crashed-too-often',
  'output-closed',
  'input-closed',
  'start-timed-out',
  'connection-lost',
  'remote-unreachable',
]);

const RUNNING: ReadonlySet<AgentStatus['state']> = new Set(['ready', 'needs-sign-in']);

type Notice = Extract<Entry, { kind: 'notice' }>;

export function NoticeEntry({ entry }: { readonly entry: Notice }) {
  const { id, severity, text, error } = entry;
  if (error !== undefined) return <ErrorNotice id={id} severity={severity} error={error} />;
  return <NoticeLine severity={severity} text={text} />;
}

function NoticeLine({ severity, text }: Pick<Notice, 'severity' | 'text'>) {
  return (
    <div className="dim row notice" data-severity={severity}>
      <Icon name={severity} />
      <span className="fill preserve-lines notice-text">
        <PlainText text={text} />
      </span>
    </div>
  );
}

/**
 * Once a prompt was sent after an error, or the agent recovered, the error is past and offers no next steps. That the agent
 * has ended is past when it runs again, whoever has started it: its button would end the new process. A transcript can be attached until that is done, unless a prompt waits for it. A read-only session offers no next steps.
 */
function ErrorNotice({
  id,
  severity,
  error,
}: Pick<Notice, 'id' | 'severity'> & { readonly error: UserError }) {
  const offersTranscript =
    error.actions.includes('attach-transcript') && !error.actions.includes('resume-queue');
  const isRunning = usePanel(({ agent: { status } }) => RUNNING.has(status.state));
  const isOver = useSession(({ entries, readOnly }) => {
    const ends = (entry: Entry): boolean =>
      isUserPrompt(entry) ? !offersTranscript || holdsTranscript(entry.content) : isRecovery(entry);
    const later = findLastEntry(entries, (entry): entry is Entry => entry.id === id || ends(entry));
    return readOnly !== undefined || (later !== undefined && later.found.id !== id);
  });
  // The prompt went on behind it, or failed anew: a sign-in that was needed before is no failure any more.
  if (isOver && error.code === 'sign-in-needed') return <NoticeLine severity="info" text={error.message} />;
  const isPast = isOver || (isRunning && ENDED.has(error.code));
  return <ErrorCard id={id} severity={severity} error={error} isPast={isPast} />;
}

function isRecovery(entry: Entry): boolean {
  return entry.kind === 'notice' && entry.severity === 'info';
}
