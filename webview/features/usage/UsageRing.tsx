// The used share of the context as a ring; tokens and cost in a popover.
import './usageRing.css';
import { useState } from 'react';
import { findLastEntry, type Entry } from '../../../src/core/session/entries.ts';
import type { SessionState } from '../../../src/core/session/model.ts';
import type { Cost, KnownUsage, TurnTokens } from '../../../src/core/session/usage/state.ts';
import {
  costBetween,
  costText,
  currentUsage,
  percentText,
  remainingTokens,
  shortTokens,
  usageLevelOf,
  usageText,
  usedPercent,
  usedShare,
} from '../../../src/core/usage/usageFigures.ts';
import { useSession } from '../../panel/state/panelContext.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { numberText } from '../../text/format.ts';
import { usageRingStrings } from './usageRingStrings.ts';

/** The radius of the circle that is filled like a pie: a running arc would look like a spinner. */
const RADIUS = 3;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;
/** How many entries are searched for the last turn. */
const MAX_ENTRIES_SEARCHED = 64;

type TurnEntry = Extract<Entry, { kind: 'turn' }>;

/** The footer of the last turn that ended. */
function lastTurn(state: SessionState): TurnEntry | undefined {
  const isTurn = (entry: Entry): entry is TurnEntry => entry.kind === 'turn';
  return findLastEntry(state.entries, isTurn, MAX_ENTRIES_SEARCHED)?.found;
}

export function UsageRing() {
  const usage = useSession(currentUsage);
  const cost = useSession((state) => state.usage?.cost);
  const isReported = useSession((state) => state.usage !== undefined);
  const turn = useSession(lastTurn);
  const [isOpen, setOpen] = useState(false);
  if (!isReported && turn?.tokens === undefined) return null;
  const percent = usage === undefined ? undefined : usedPercent(usage);
  const used = usage === undefined ? usageRingStrings.unknown() : usageText(usage);
  const label = usageRingStrings.contextUsed(used);
  return (
    <Popover
      isOpen={isOpen}
      onOpenChange={setOpen}
      label={usageRingStrings.contextAndCost()}
      placement="top-end"
      testId="usage-popover"
      trigger={(properties) => (
        <button
          type="button"
          className="usage-ring"
          aria-label={label}
          title={[label, cost === undefined ? '' : costText(cost)].filter(Boolean).join('\n')}
          data-testid="usage-ring"
          data-level={usage === undefined ? 'unknown' : usageLevelOf(usage)}
          {...(percent === undefined ? {} : { 'data-percent': String(percent) })}
          onClick={() => setOpen(!isOpen)}
          {...properties}
        >
          <Ring share={usage === undefined ? undefined : usedShare(usage)} />
          {percent !== undefined && (
            <span className="dim usage-percent" data-text={percentText(percent)} aria-hidden="true" />
          )}
        </button>
      )}
    >
      <UsageDetails usage={usage} cost={cost} isReported={isReported} turn={turn} />
    </Popover>
  );
}

function Ring({ share }: { readonly share: number | undefined }) {
  const filled = CIRCUMFERENCE * Math.min(1, Math.max(0, share ?? 0));
  return (
    <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
      <circle className="usage-ring-track" cx="9" cy="9" r="7.5" />
      {filled > 0 && (
        <circle
          className="usage-ring-fill"
          cx="9"
          cy="9"
          r={RADIUS}
          transform="rotate(-90 9 9)"
          strokeDasharray={`${filled} ${CIRCUMFERENCE}`}
        />
      )}
    </svg>
  );
}

/** The kinds of tokens in the order shown. */
const KINDS: readonly (keyof TurnTokens)[] = [
  'input',
  'output',
  'thought',
  'cachedRead',
  'cachedWrite',
  'total',
];

interface UsageDetailsProps {
  /** Absent where it is not known. */
  readonly usage: KnownUsage | undefined;
  readonly cost: Cost | undefined;
  /** Whether the agent has reported the context at all. */
  readonly isReported: boolean;
  readonly turn: TurnEntry | undefined;
}

function UsageDetails({ usage, cost, isReported, turn }: UsageDetailsProps) {
  const spent = turn === undefined ? undefined : costBetween(turn.costBefore, turn.costAfter);
  const remaining = usage === undefined ? undefined : remainingTokens(usage);
  const hint = isReported ? usageRingStrings.notReportedSince() : usageRingStrings.notReported();
  return (
    <div className="usage-details">
      <h2>{usageRingStrings.context()}</h2>
      {usage === undefined ? <p className="usage-hint">{hint}</p> : <p>{usageText(usage)}</p>}
      {remaining !== undefined && (
        <p data-testid="usage-remaining" title={numberText(remaining)}>
          {usageRingStrings.remaining(shortTokens(remaining))}
        </p>
      )}
      {usage !== undefined && usage.size === undefined && (
        <p className="usage-hint">{usageRingStrings.sizeUnknown()}</p>
      )}
      {cost !== undefined && (
        <>
          <h2>{usageRingStrings.sessionCost()}</h2>
          <p>{costText(cost)}</p>
        </>
      )}
      {(turn?.tokens !== undefined || spent !== undefined) && <h2>{usageRingStrings.lastTurn()}</h2>}
      <dl>
        {KINDS.map((kind) => {
          const tokens = turn?.tokens?.[kind];
          return tokens === undefined ? null : (
            <div key={kind}>
              <dt>{usageRingStrings[kind]()}</dt>
              <dd title={numberText(tokens)}>{shortTokens(tokens)}</dd>
            </div>
          );
        })}
        {spent !== undefined && (
          <div>
            <dt>{usageRingStrings.cost()}</dt>
            <dd>{costText(spent)}</dd>
          </div>
        )}
      </dl>
    </div>
  );
}
