// What sessions used, turn by turn, for the overview and its export.
import * as z from 'zod/mini';
import { csvText } from '../../../core/text/csv.ts';
import type { Immutable } from '../../../core/base/immutable.ts';
import type { Entry } from '../../../core/session/entries.ts';
import type { SessionState } from '../../../core/session/model.ts';
import { sessionTitle } from '../../../core/session/selectors.ts';
import { cost, turnTokens, type Cost } from '../../../core/session/usage/state.ts';
import { costBetween } from '../../../core/usage/usageFigures.ts';

const turnUsage = z.object({
  /** Epoch milliseconds. */
  at: z.number(),
  /** Milliseconds. */
  duration: z.number(),
  stopReason: z.string(),
  tokens: z.exactOptional(turnTokens),
  cost: z.exactOptional(cost),
});

export const sessionUsage = z.object({
  key: z.string(),
  title: z.string(),
  agent: z.string(),
  turns: z.array(turnUsage),
  /** Cumulative, as the agent reported it last. */
  cost: z.exactOptional(cost),
});
export type SessionUsage = Immutable<z.infer<typeof sessionUsage>>;

export const agentUsage = z.object({
  agent: z.string(),
  sessions: z.number(),
  turns: z.number(),
  tokens: z.number(),
  /** One figure per unit (R102). */
  costs: z.array(cost),
});
export type AgentUsage = Immutable<z.infer<typeof agentUsage>>;

type TurnEntry = Extract<Entry, { kind: 'turn' }>;

/** What a session used in each of its turns; `agent` is what its agent is called. */
export function usageOfSession(state: SessionState, untitled: string, agent = state.agent): SessionUsage {
  const turns = state.entries.flat().filter((entry): entry is TurnEntry => entry.kind === 'turn');
  const costs = turns.map(({ costBefore, costAfter }) => costBetween(costBefore, costAfter));
  const total = wholeCost(state.usage?.cost, costs);
  return {
    key: state.key,
    title: sessionTitle(state) ?? untitled,
    agent,
    turns: turns.map(({ at, startedAt, stopReason, tokens, costBefore, costAfter }) => {
      const spent = costBetween(costBefore, costAfter);
      return {
        at,
        duration: at - startedAt,
        stopReason,
        ...(tokens === undefined ? {} : { tokens }),
        ...(spent === undefined ? {} : { cost: spent }),
      };
    }),
    ...(total === undefined ? {} : { cost: total }),
  };
}

/** What a session cost in all: as reported last, or the sum of its turns where the agent restarted its count. */
function wholeCost(last: Cost | undefined, turns: readonly (Cost | undefined)[]): Cost | undefined {
  const currency = last?.currency ?? turns.findLast((spent) => spent !== undefined)?.currency;
  if (currency === undefined) return undefined;
  const sum = turns.reduce((all, spent) => all + (spent?.currency === currency ? spent.amount : 0), 0);
  return { currency, amount: Math.max(sum, last?.amount ?? 0) };
}

/** All tokens of a turn: the total that the agent reported, else the sum of its kinds. */
export function totalTokens(tokens: SessionUsage['turns'][number]['tokens']): number {
  const { total, input = 0, output = 0, thought = 0, cachedRead = 0, cachedWrite = 0 } = tokens ?? {};
  return total ?? input + output + thought + cachedRead + cachedWrite;
}

/** The sessions with each turn in the first of them that has it: a copy of a session has its turns, but spent nothing. */
function withoutCopies(sessions: readonly SessionUsage[]): readonly SessionUsage[] {
  const seen = new Set<string>();
  return sessions.map((session) => {
    const turns = session.turns.filter((turn) => {
      const identity = `${session.agent}\n${JSON.stringify(turn)}`;
      const isFirst = !seen.has(identity);
      seen.add(identity);
      return isFirst;
    });
    if (turns.length === session.turns.length) return session;
    const { cost: _withTheCopied, ...rest } = session;
    const cost = wholeCost(
      undefined,
      turns.map((turn) => turn.cost),
    );
    return { ...rest, turns, ...(cost === undefined ? {} : { cost }) };
  });
}

/** The sessions added up by agent. */
export function usageByAgent(sessions: readonly SessionUsage[]): readonly AgentUsage[] {
  const agents = [...new Set(sessions.map(({ agent }) => agent))];
  const counted = withoutCopies(sessions);
  return agents.map((agent) => {
    const own = counted.filter((session) => session.agent === agent);
    const turns = own.flatMap((session) => session.turns);
    const byUnit = new Map<string, number>();
    for (const { cost: spent } of own) {
      if (spent !== undefined) byUnit.set(spent.currency, (byUnit.get(spent.currency) ?? 0) + spent.amount);
    }
    return {
      agent,
      sessions: own.length,
      turns: turns.length,
      tokens: turns.reduce((sum, { tokens }) => sum + totalTokens(tokens), 0),
      costs: [...byUnit].map(([currency, amount]) => ({ currency, amount })),
    };
  });
}

const COLUMNS = [
  'agent',
  'session',
  'ended',
  'seconds',
  'stop reason',
  'total tokens',
  'input',
  'output',
  'thought',
  'cached read',
  'cached write',
  'cost',
  'unit',
];

/** The turns as comma-separated values, one line a turn (RFC 4180). */
export function usageCsv(sessions: readonly SessionUsage[]): string {
  const rows = withoutCopies(sessions).flatMap(({ agent, title, turns }) =>
    turns.map(({ at, duration, stopReason, tokens, cost: spent }) => [
      agent,
      title,
      new Date(at).toISOString(),
      (duration / 1_000).toFixed(1),
      stopReason,
      tokens === undefined ? undefined : totalTokens(tokens),
      tokens?.input,
      tokens?.output,
      tokens?.thought,
      tokens?.cachedRead,
      tokens?.cachedWrite,
      spent?.amount,
      spent?.currency,
    ]),
  );
  return csvText([COLUMNS, ...rows]);
}
