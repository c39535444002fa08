// The usage of the window's sessions: by agent, by session, and turn by turn as a small chart.
import './usageOverview.css';
import { useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import { shortTokens, costText } from '../../../src/core/usage/usageFigures.ts';
import { totalTokens, type AgentUsage, type SessionUsage } from '../../../src/core/usage/usageReport.ts';
import { usePanelServices, usePost, useView } from '../../panelContext.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { listText } from '../../format.ts';
import { usageOverviewStrings } from './usageOverviewStrings.ts';

/** Turns that a chart has room for; older ones are only counted. */
const MAX_BARS = 40;
const CHART_HEIGHT = 32;
const BAR_WIDTH = 6;

export function UsageOverview() {
  const report = useView((view) => view.usageReport);
  const { store } = usePanelServices();
  const post = usePost();
  const dialog = useRef<HTMLElement>(null);
  // Before the browser removes the focus from the covered panel.
  useLayoutEffect(() => {
    if (report === undefined) return undefined;
    const before = document.activeElement;
    dialog.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, [report]);
  if (report === undefined) return null;
  const hasTurns = report.sessions.some(({ turns }) => turns.length > 0);
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
      aria-label={usageOverviewStrings.usage()}
      data-testid="usage-overview"
      tabIndex={-1}
      ref={dialog}
      onKeyDown={closeOnEscape}
    >
      <div className="usage-head">
        <h2>{usageOverviewStrings.usageInWindow()}</h2>
        <Button title={usageOverviewStrings.exportCsvHint()} onClick={() => post({ type: 'export_usage' })}>
          {usageOverviewStrings.exportCsv()}
        </Button>
        <IconButton icon="close" label={usageOverviewStrings.close()} onClick={close} />
      </div>
      {hasTurns ? <Legend /> : <p>{usageOverviewStrings.noUsage()}</p>}
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
          usageOverviewStrings.sessions(agent.sessions),
          usageOverviewStrings.turns(agent.turns),
          usageOverviewStrings.tokens(shortTokens(agent.tokens)),
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
              <span className="usage-figures">{sessionFigures(session)}</span>
            </div>
            <TurnChart session={session} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What the bars are, and what the other color says. */
function Legend() {
  return (
    <p className="usage-legend">
      <span className="usage-swatch" aria-hidden="true" />
      {usageOverviewStrings.legendTurn()}
      <span className="usage-swatch usage-swatch-odd" aria-hidden="true" />
      {usageOverviewStrings.legendOdd()}
    </p>
  );
}

/** All tokens of some turns. */
function tokensOf(turns: SessionUsage['turns']): number {
  return turns.reduce((total, { tokens }) => total + totalTokens(tokens), 0);
}

/** Turns, tokens and cost of a session. */
function sessionFigures({ turns, cost }: SessionUsage): string {
  return [
    usageOverviewStrings.turns(turns.length),
    usageOverviewStrings.tokens(shortTokens(tokensOf(turns))),
    ...(cost === undefined ? [] : [costText(cost)]),
  ].join(' · ');
}

/** One bar per turn, as high as its tokens; a turn without tokens is a line. */
function TurnChart({ session }: { readonly session: SessionUsage }) {
  const turns = session.turns.slice(-MAX_BARS);
  if (turns.length === 0) return null;
  const most = Math.max(1, ...turns.map(({ tokens }) => totalTokens(tokens)));
  const sum = tokensOf(turns);
  const label =
    turns.length < session.turns.length
      ? usageOverviewStrings.lastTurns(turns.length, session.turns.length, shortTokens(sum))
      : listText([usageOverviewStrings.turns(turns.length), usageOverviewStrings.tokens(shortTokens(sum))]);
  return (
    <div className="usage-bars">
      <svg
        className="usage-chart"
        role="img"
        aria-label={label}
        width={turns.length * BAR_WIDTH}
        height={CHART_HEIGHT}
      >
        {turns.map(({ at, tokens, cost, stopReason }, index) => {
          const height = Math.max(1, (totalTokens(tokens) / most) * CHART_HEIGHT);
          const figures = [
            usageOverviewStrings.tokens(shortTokens(totalTokens(tokens))),
            ...(cost === undefined ? [] : [costText(cost)]),
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
              <title>{listText(figures)}</title>
            </rect>
          );
        })}
      </svg>
      <span className="usage-highest">{usageOverviewStrings.highest(shortTokens(most))}</span>
    </div>
  );
}
