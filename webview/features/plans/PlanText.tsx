// The text of a plan in pieces, each with a button that comments on its lines. A long plan is rendered bit by bit.
import { memo, useCallback, useEffect, useMemo, useState } from 'react';
import type { PlanComment } from '../../../src/features/plans/core/planComments.ts';
import type { PlanPageMessage } from '../../../src/features/plans/core/planPage.ts';
import { MarkdownBlocks } from '../../markdown/Markdown.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { CommentForm, CommentList, type CommentProps } from './PlanComments.tsx';
import { planPageStrings } from './planPageStrings.ts';
import type { PlanUnit } from './planUnits.ts';

/** Pieces that are rendered at once: in between, the page answers. */
const UNITS_AT_ONCE = 150;

export interface PlanTextProps extends CommentProps {
  readonly units: readonly PlanUnit[];
  readonly post: (message: PlanPageMessage) => void;
}

export function PlanText({ units, comments, draft, post, ...handlers }: PlanTextProps) {
  const count = useGrowingCount(units);
  const byUnit = useMemo(() => commentsByUnit(units, comments), [units, comments]);
  return (
    <>
      {units.slice(0, count).map((unit) => {
        const own = byUnit.get(unit) ?? NONE;
        const isDrafted =
          draft !== undefined &&
          (own.some(({ id }) => id === draft.id) || (draft.id === undefined && isIn(draft.start, unit)));
        return (
          <Unit key={unit.key} unit={unit} post={post} onDraft={handlers.onDraft}>
            {own.length > 0 || isDrafted ? (
              <UnitComments unit={unit} comments={own} draft={isDrafted ? draft : undefined} {...handlers} />
            ) : undefined}
          </Unit>
        );
      })}
      {count < units.length && (
        <p className="dim" data-testid="plan-more">
          …
        </p>
      )}
    </>
  );
}

const NONE: readonly PlanComment[] = [];

/** How many of the pieces are rendered by now. */
function useGrowingCount(units: readonly PlanUnit[]): number {
  const [count, setCount] = useState(UNITS_AT_ONCE);
  useEffect(() => {
    if (count >= units.length) return undefined;
    const timer = setTimeout(() => setCount(count + UNITS_AT_ONCE));
    return () => clearTimeout(timer);
  }, [count, units]);
  return count;
}

function isIn(line: number, { start, lines }: PlanUnit): boolean {
  return line >= start && line < start + lines.length;
}

/** A comment whose lines are gone stands where they were, else at the end. */
function commentsByUnit(
  units: readonly PlanUnit[],
  comments: readonly PlanComment[],
): ReadonlyMap<PlanUnit, readonly PlanComment[]> {
  const found = new Map<PlanUnit, PlanComment[]>();
  for (const comment of comments) {
    if (comment.start === 0) continue;
    const unit = units.findLast(({ start }) => start <= comment.start) ?? units[0];
    if (unit === undefined) continue;
    const known = found.get(unit);
    if (known === undefined) found.set(unit, [comment]);
    else known.push(comment);
  }
  return found;
}

interface UnitProps {
  readonly unit: PlanUnit;
  readonly post: PlanTextProps['post'];
  readonly onDraft: CommentProps['onDraft'];
  readonly children: React.ReactNode;
}

const Unit = memo(function Unit({ unit, post, onDraft, children }: UnitProps) {
  const { block, start, lines, depth } = unit;
  const onLink = useCallback((href: string) => post({ type: 'link', href }), [post]);
  const onCopy = useCallback((text: string) => post({ type: 'copy', text }), [post]);
  const blocks = useMemo(() => [block], [block]);
  return (
    <div
      className="plan-unit"
      data-testid="plan-unit"
      data-line={start}
      data-kind={block.kind}
      data-depth={Math.min(depth, 6)}
      data-commented={children === undefined ? undefined : ''}
    >
      <button
        type="button"
        className="plan-add"
        data-testid="plan-add-comment"
        title={planPageStrings.commentOnLine(start)}
        aria-label={planPageStrings.commentOnLine(start)}
        onClick={() => {
          const end = start + lines.length - 1;
          onDraft({ start, end, quote: lines.join('\n'), text: '' });
        }}
      >
        <Icon name="comment" />
      </button>
      <div className="plan-unit-text">
        <MarkdownBlocks blocks={blocks} streaming={false} onLink={onLink} onCopy={onCopy} />
      </div>
      {children}
    </div>
  );
});

interface UnitCommentsProps extends CommentProps {
  readonly unit: PlanUnit;
}

function UnitComments({ unit, draft, ...rest }: UnitCommentsProps) {
  return (
    <div className="plan-unit-comments">
      <CommentList draft={draft} unit={unit} {...rest} />
      {draft !== undefined && draft.id === undefined && (
        <CommentForm draft={draft} unit={unit} onDraft={rest.onDraft} onSave={rest.onSave} />
      )}
    </div>
  );
}
