// The text of a plan in pieces, each with a button that comments on its lines. A long plan is rendered as it is scrolled.
import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { PlanComment } from '../../../src/features/plans/core/planComments.ts';
import type { PlanPageMessage } from '../../../src/features/plans/core/planPage.ts';
import type { MarkdownActions } from '../../markdown/actions.ts';
import { MarkdownBlocks } from '../../markdown/Markdown.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { CommentForm, CommentList, type CommentProps } from './PlanComments.tsx';
import { planPageStrings } from './planPageStrings.ts';
import type { PlanUnit } from './planUnits.ts';

/** Pieces that are rendered in one go: those of a plan of a megabyte would take long, and the browser much memory. */
const UNITS_AT_ONCE = 150;
/** How far from the end of what is rendered the next pieces are, in pixels. */
const AHEAD_PX = 2_000;

export interface PlanTextProps extends CommentProps {
  readonly units: readonly PlanUnit[];
  readonly renderers: Pick<MarkdownActions, 'Formula' | 'drawings'>;
  readonly post: (message: PlanPageMessage) => void;
}

export function PlanText({ units, comments, draft, ...handlers }: PlanTextProps) {
  const groups = useMemo(() => groupsOf(units), [units]);
  const [count, setCount] = useState(1);
  const byGroup = useMemo(
    () => Map.groupBy(comments, (comment) => groupOf(groups, comment.start)),
    [groups, comments],
  );
  const drafted = draft === undefined ? undefined : groupOf(groups, draft.start);
  return (
    <>
      {groups.slice(0, count).map((group, index) => (
        <Group
          // The pieces of a plan have no ids; its places are the same while it is written on.
          key={index}
          units={group}
          comments={byGroup.get(group) ?? NONE}
          draft={drafted === group ? draft : undefined}
          {...handlers}
        />
      ))}
      {count < groups.length && <Rest key={count} onNear={() => setCount(count + 1)} />}
    </>
  );
}

const NONE: readonly PlanComment[] = [];

function groupsOf(units: readonly PlanUnit[]): readonly (readonly PlanUnit[])[] {
  return Array.from({ length: Math.ceil(units.length / UNITS_AT_ONCE) }, (_, index) =>
    units.slice(index * UNITS_AT_ONCE, (index + 1) * UNITS_AT_ONCE),
  );
}

/** The pieces among which a line is; undefined for the whole plan. */
function groupOf(groups: readonly (readonly PlanUnit[])[], line: number): readonly PlanUnit[] | undefined {
  if (line === 0) return undefined;
  return groups.findLast(([first]) => first !== undefined && first.start <= line) ?? groups[0];
}

/** Stands for what is not rendered yet, until it comes near. */
function Rest({ onNear }: { readonly onNear: () => void }) {
  const place = useRef<HTMLParagraphElement>(null);
  const near = useRef(onNear);
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) near.current();
      },
      { root: element.closest('.plan-page'), rootMargin: `${AHEAD_PX}px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <p ref={place} className="dim" data-testid="plan-more">
      …
    </p>
  );
}

const Group = memo(function Group({ units, renderers, comments, draft, post, ...handlers }: PlanTextProps) {
  const byUnit = useMemo(() => Map.groupBy(comments, ({ start }) => unitOf(units, start)), [units, comments]);
  const drafted = draft === undefined ? undefined : unitOf(units, draft.start);
  return units.map((unit) => {
    const own = byUnit.get(unit) ?? NONE;
    const isDrafted =
      draft !== undefined &&
      (own.some(({ id }) => id === draft.id) || (draft.id === undefined && drafted === unit));
    return (
      <Unit key={unit.key} unit={unit} renderers={renderers} post={post} onStart={handlers.onStart}>
        {own.length > 0 || isDrafted ? (
          <UnitComments unit={unit} comments={own} draft={isDrafted ? draft : undefined} {...handlers} />
        ) : undefined}
      </Unit>
    );
  });
});

/** A comment whose lines are gone stands where they were, else at the end. */
function unitOf(units: readonly PlanUnit[], line: number): PlanUnit | undefined {
  return units.findLast(({ start }) => start <= line) ?? units[0];
}

interface UnitProps {
  readonly unit: PlanUnit;
  readonly renderers: PlanTextProps['renderers'];
  readonly post: PlanTextProps['post'];
  readonly onStart: CommentProps['onStart'];
  readonly children: React.ReactNode;
}

const Unit = memo(function Unit({ unit, renderers, post, onStart, children }: UnitProps) {
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
          onStart({ start, end, quote: lines.join('\n'), text: '' });
        }}
      >
        <Icon name="comment" />
      </button>
      <div className="plan-unit-text">
        <MarkdownBlocks blocks={blocks} streaming={false} onLink={onLink} onCopy={onCopy} {...renderers} />
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
