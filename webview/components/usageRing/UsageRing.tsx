// The used share of the context as a ring; tokens and cost in a popover.
import './usageRing.css';
import { useState } from 'react';
import { findLastEntry, type Entry } from '../../../src/core/session/entries.ts';
import type { SessionState } from '../../../src/core/session/model.ts';
import type { TurnTokens, Usage } from '../../../src/core/session/sessionUsage.ts';
import {
  costBetween,
  costText,
  shortTokens,
  usageLevelOf,
  usageText,
  usedShare,
} from '../../../src/core/usage/usageFigures.ts';
import { useSession } from '../../panelContext.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { numberText } from '../../format.ts';
import { usageRingStrings } from './usageRingStrings.ts';

const RADIUS = 6.5;
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
  const usage = useSession((state) => state.usage);
  const turn = useSession(lastTurn);
  const [isOpen, setOpen] = useState(false);
  if (usage === undefined) return null;
  const share = usedShare(usage);
  const level = usageLevelOf(usage);
  const label = usageRingStrings.contextUsed(usageText(usage));
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
          title={[label, usage.cost === undefined ? '' : costText(usage.cost)].filter(Boolean).join('\n')}
          data-testid="usage-ring"
          data-level={level}
          {...(share === undefined ? {} : { 'data-percent': String(Math.floor(share * 100 + 1e-9)) })}
          onClick={() => setOpen(!isOpen)}
          {...properties}
        >
          <Ring share={share} />
        </button>
      )}
    >
      <UsageDetails usage={usage} turn={turn} />
    </Popover>
  );
}

function Ring({ share }: { readonly share: number | undefined }) {
  const filled = CIRCUMFERENCE * Math.min(1, Math.max(0, share ?? 0));
  return (
    <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
      <circle className="usage-ring-track" cx="9" cy="9" r={RADIUS} />
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

function UsageDetails({ usage, turn }: { readonly usage: Usage; readonly turn: TurnEntry | undefined }) {
  const spent = turn === undefined ? undefined : costBetween(turn.costBefore, turn.costAfter);
  return (
    <div className="usage-details">
      <h2>{usageRingStrings.context()}</h2>
      <p>{usageText(usage)}</p>
      {usage.size === undefined && <p className="usage-hint">{usageRingStrings.sizeUnknown()}</p>}
      {usage.cost !== undefined && (
        <>
          <h2>{usageRingStrings.sessionCost()}</h2>
          <p>{costText(usage.cost)}</p>
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
