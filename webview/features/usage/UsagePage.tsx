// The usage of the window's sessions: a table for each agent, with the turns of each session as a small chart.
import './usage.css';
import { useState } from 'react';
import type { Cost } from '../../../src/core/session/usage/state.ts';
import { shortTokens, costText } from '../../../src/core/usage/usageFigures.ts';
import {
  usagePageState,
  type UsagePageMessage,
  type UsagePageState,
} from '../../../src/features/usage/core/usagePage.ts';
import {
  totalTokens,
  type AgentUsage,
  type SessionUsage,
} from '../../../src/features/usage/core/usageReport.ts';
import { listText, numberText } from '../../text/format.ts';
import { Button } from '../../ui/Button.tsx';
import { useHostMessages } from '../../panel/state/useHostMessages.ts';
import type { VsCodeApi } from '../../panel/state/vscodeApi.ts';
import { usagePageStrings } from './usagePageStrings.ts';

/** Turns that a chart has room for; older ones are only counted. */
const MAX_BARS = 40;
const CHART_HEIGHT = 24;
const BAR_WIDTH = 6;

export function UsagePage({ api }: { readonly api: VsCodeApi }) {
  const [report, setReport] = useState<UsagePageState>();
  const post = (message: UsagePageMessage): void => api.postMessage(message);
  useHostMessages(api, usagePageState, setReport);
  if (report === undefined) return null;
  // Where nothing was asked yet, nothing was used.
  const sessions = report.sessions.filter(({ turns }) => turns.length > 0);
  return (
    <main className="page" data-testid="usage-overview">
      <h1>{usagePageStrings.usageInWindow()}</h1>
      <div className="row page-actions">
        <Button title={usagePageStrings.exportCsvHint()} onClick={() => post({ type: 'export' })}>
          {usagePageStrings.exportCsv()}
        </Button>
      </div>
      {sessions.length > 0 ? <Legend /> : <p>{usagePageStrings.noUsage()}</p>}
      {report.agents
        .filter(({ turns }) => turns > 0)
        .map((agent) => (
          <AgentSection
            key={agent.agent}
            agent={agent}
            sessions={sessions.filter((session) => session.agent === agent.agent)}
          />
        ))}
    </main>
  );
}

interface AgentSectionProps {
  readonly agent: AgentUsage;
  readonly sessions: readonly SessionUsage[];
}

function AgentSection({ agent, sessions }: AgentSectionProps) {
  return (
    <section>
      <h2>{agent.agent}</h2>
      {/* A narrow page scrolls the table sideways, which the keyboard has to reach. */}
      <div className="usage-scroll" tabIndex={0} role="group" aria-label={agent.agent}>
        <table className="usage-table">
          <thead>
            <tr>
              <th scope="col">{usagePageStrings.session()}</th>
              <th scope="col">{usagePageStrings.turnsHeading()}</th>
              <th scope="col">{usagePageStrings.tokensHeading()}</th>
              <th scope="col">{usagePageStrings.costHeading()}</th>
              <th scope="col">{usagePageStrings.perTurn()}</th>
            </tr>
          </thead>
          <tbody>
            {sessions.map((session) => (
              <tr key={session.key}>
                <th scope="row" className="usage-title" title={session.title} dir="auto">
                  {session.title}
                </th>
                <td>{numberText(session.turns.length)}</td>
                <td>{shortTokens(tokensOf(session.turns))}</td>
                <td>{costsText(session.cost === undefined ? [] : [session.cost])}</td>
                <td>
                  <TurnChart session={session} />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{usagePageStrings.total()}</th>
              <td>{numberText(agent.turns)}</td>
              <td>{shortTokens(agent.tokens)}</td>
              <td>{costsText(agent.costs)}</td>
              <td />
            </tr>
          </tfoot>
        </table>
      </div>
    </section>
  );
}

/** Each unit of cost on its own, because they do not add up (R102). */
function costsText(costs: readonly Cost[]): string {
  return costs.length === 0 ? '–' : costs.map((cost) => costText(cost)).join(' · ');
}

/** What the bars are, and what the other color says. */
function Legend() {
  return (
    <p className="centered-row detail-text usage-legend">
      <span className="usage-swatch" aria-hidden="true" />
      {usagePageStrings.legendTurn()}
      <span className="usage-swatch usage-swatch-odd" aria-hidden="true" />
      {usagePageStrings.legendOdd()}
    </p>
  );
}

/** All tokens of some turns. */
function tokensOf(turns: SessionUsage['turns']): number {
  return turns.reduce((total, { tokens }) => total + totalTokens(tokens), 0);
}

/** One bar per turn, as high as its tokens; a turn without tokens is a line. */
function TurnChart({ session }: { readonly session: SessionUsage }) {
  const turns = session.turns.slice(-MAX_BARS);
  const sum = tokensOf(turns);
  if (sum === 0) return '–';
  const most = Math.max(...turns.map(({ tokens }) => totalTokens(tokens)));
  const label =
    turns.length < session.turns.length
      ? usagePageStrings.lastTurns(turns.length, session.turns.length, shortTokens(sum))
      : listText([usagePageStrings.turns(turns.length), usagePageStrings.tokens(shortTokens(sum))]);
  return (
    <div className="centered-row usage-bars">
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
            usagePageStrings.tokens(shortTokens(totalTokens(tokens))),
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
      <span className="detail-text usage-highest">{usagePageStrings.highest(shortTokens(most))}</span>
    </div>
  );
}
