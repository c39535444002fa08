// What the sessions of the window used: by agent, by session, and turn by turn as a small chart.
import './usageOverview.css';
import { useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import { shortTokens, costText } from '../../../src/core/usage/usageFigures.ts';
import { totalTokens, type AgentUsage, type SessionUsage } from '../../../src/core/usage/usageReport.ts';
import { usePanelServices, usePost, useView } from '../../panelContext.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';

/** Turns that a chart has room for; older ones are left out and counted. */
const MOST_BARS = 40;
const CHART_HEIGHT = 32;
const BAR_WIDTH = 6;

export function UsageOverview() {
  const report = useView((view) => view.usageReport);
  const { store } = usePanelServices();
  const post = usePost();
  const dialog = useRef<HTMLElement>(null);
  // Before the browser takes the focus from what is covered.
  useLayoutEffect(() => {
    if (report === undefined) return undefined;
    const before = document.activeElement;
    dialog.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, [report]);
  if (report === undefined) return null;
  const close = (): void => store.closeUsageReport();
  const closeOnEscape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    close();
  };
  return (
    <section
      className="usage-overview"
      role="dialog"
      aria-label="Usage"
      data-testid="usage-overview"
      tabIndex={-1}
      ref={dialog}
      onKeyDown={closeOnEscape}
    >
      <div className="usage-head">
        <h2>Usage in this window</h2>
        <Button
          title="Save all turns as comma-separated values"
          onClick={() => post({ type: 'export_usage' })}
        >
          Export CSV
        </Button>
        <IconButton icon="close" label="Close the usage overview" onClick={close} />
      </div>
      {report.sessions.every(({ turns }) => turns.length === 0) && <p>No turn has ended yet.</p>}
      {report.agents.map((agent) => (
        <AgentSection
          key={agent.agent}
          agent={agent}
          sessions={report.sessions.filter((session) => session.agent === agent.agent)}
        />
      ))}
    </section>
  );
}

interface AgentSectionProps {
  readonly agent: AgentUsage;
  readonly sessions: readonly SessionUsage[];
}

function AgentSection({ agent, sessions }: AgentSectionProps) {
  return (
    <section>
      <h3>{agent.agent}</h3>
      <p className="usage-sum">
        {[
          counted(agent.sessions, 'session'),
          counted(agent.turns, 'turn'),
          `${shortTokens(agent.tokens)} tokens`,
          ...agent.costs.map((spent) => costText(spent)),
        ].join(' · ')}
      </p>
      <ul>
        {sessions.map((session) => (
          <li key={session.key}>
            <div className="usage-session">
              <span className="usage-title" title={session.title} dir="auto">
                {session.title}
              </span>
              <span>{session.cost === undefined ? '' : costText(session.cost)}</span>
            </div>
            <TurnChart session={session} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

/** One bar a turn, as high as its tokens; turns without tokens are drawn as a line. */
function TurnChart({ session }: { readonly session: SessionUsage }) {
  const turns = session.turns.slice(-MOST_BARS);
  if (turns.length === 0) return null;
  const most = Math.max(1, ...turns.map(({ tokens }) => totalTokens(tokens)));
  const sum = turns.reduce((total, { tokens }) => total + totalTokens(tokens), 0);
  const label = `${counted(session.turns.length, 'turn')}, ${shortTokens(sum)} tokens${
    turns.length < session.turns.length ? ` in the last ${turns.length}` : ''
  }`;
  return (
    <svg
      className="usage-chart"
      role="img"
      aria-label={label}
      width={turns.length * BAR_WIDTH}
      height={CHART_HEIGHT}
    >
      {turns.map(({ at, tokens, cost, stopReason }, index) => {
        const height = Math.max(1, (totalTokens(tokens) / most) * CHART_HEIGHT);
        const words = [
          `${shortTokens(totalTokens(tokens))} tokens`,
          cost === undefined ? '' : costText(cost),
        ];
        return (
          <rect
            key={`${at} ${session.turns.length - turns.length + index}`}
            className={stopReason === 'end_turn' ? '' : 'usage-bar-odd'}
            x={index * BAR_WIDTH}
            y={CHART_HEIGHT - height}
            width={BAR_WIDTH - 2}
            height={height}
          >
            <title>{words.filter(Boolean).join(', ')}</title>
          </rect>
        );
      })}
    </svg>
  );
}
