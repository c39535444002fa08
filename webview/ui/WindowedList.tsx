// A list that scrolls, of which only the rows in sight are in the page: thousands would take seconds to render.
import { useCallback, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';

/** So many rows come and go together. */
const GROUP_SIZE = 20;
/** A list with no more rows than this is rendered whole. */
const MAX_WHOLE = 3 * GROUP_SIZE;
/** The height of a row until one was measured, in pixels. */
const ROW_HEIGHT = 24;

/** Where a row stands among all, for screen readers: absent where all are in the page. */
export interface RowPlace {
  readonly 'aria-setsize'?: number;
  readonly 'aria-posinset'?: number;
}

interface WindowedListProps<Item> {
  readonly items: readonly Item[];
  readonly className: string;
  /** Renders a row: an `li` with a key, and with its place. All rows are rendered again for another function. */
  readonly row: (item: Item, place: RowPlace) => ReactNode;
}

/** What is in the page, and how high each group is that was there. */
interface View {
  readonly groups: ReadonlySet<number>;
  readonly heights: readonly number[];
}

const atTop: View = { groups: new Set([0, 1, 2]), heights: [] };

export function WindowedList<Item>({ items, className, row }: WindowedListProps<Item>) {
  const list = useRef<HTMLUListElement>(null);
  const [{ groups, heights }, setView] = useState(atTop);
  const isWhole = items.length <= MAX_WHOLE;
  const groupCount = Math.ceil(items.length / GROUP_SIZE);
  const update = useCallback((): void => {
    const element = list.current;
    if (element !== null && !isWhole) setView((view) => viewOf(element, view, groupCount));
  }, [isWhole, groupCount]);
  useLayoutEffect(update);
  const children: ReactNode[] = [];
  let hidden = 0;
  const addSpace = (): void => {
    if (hidden > 0)
      children.push(
        <li
          key={`space-${children.length}`}
          aria-hidden="true"
          role="presentation"
          style={{ height: hidden }}
        />,
      );
    hidden = 0;
  };
  for (let group = 0; group < groupCount; group++) {
    if (isWhole || groups.has(group)) {
      addSpace();
      children.push(<Group key={group} group={group} items={items} isWhole={isWhole} row={row} />);
    } else hidden += heightOf(heights, group);
  }
  addSpace();
  return (
    <ul ref={list} className={className} onScroll={update}>
      {children}
    </ul>
  );
}

interface GroupProps<Item> extends Pick<WindowedListProps<Item>, 'items' | 'row'> {
  readonly group: number;
  readonly isWhole: boolean;
}

/** Its rows are not rendered again while others come and go. */
function Group<Item>({ group, items, isWhole, row }: GroupProps<Item>) {
  return useMemo(() => {
    const start = group * GROUP_SIZE;
    return items
      .slice(start, start + GROUP_SIZE)
      .map((item, index) =>
        row(item, isWhole ? {} : { 'aria-setsize': items.length, 'aria-posinset': start + index + 1 }),
      );
  }, [group, items, isWhole, row]);
}

function heightOf(heights: readonly number[], group: number): number {
  return heights[group] ?? GROUP_SIZE * ROW_HEIGHT;
}

/** The groups that are in sight, one more on either side, and the one that has the focus, which would get lost. */
function viewOf(list: HTMLUListElement, before: View, count: number): View {
  const heights = measured(list, before.heights);
  const { scrollTop: top, clientHeight } = list;
  const groups = new Set<number>();
  let at = 0;
  for (let group = 0; group < count; group++) {
    const end = at + heightOf(heights, group);
    if (end >= top && at <= top + clientHeight)
      for (const each of [group - 1, group, group + 1]) groups.add(each);
    at = end;
  }
  const focused = groupOf(list.ownerDocument.activeElement?.closest('li'), list);
  if (focused !== undefined) groups.add(focused);
  const isSame =
    groups.size === before.groups.size &&
    [...groups].every((group) => before.groups.has(group)) &&
    heights.every((height, group) => before.heights[group] === height);
  return isSame ? before : { groups, heights };
}

/** The group of a row of the list. */
function groupOf(row: Element | null | undefined, list: HTMLUListElement): number | undefined {
  const position = row?.parentElement === list ? row.getAttribute('aria-posinset') : null;
  return position === null ? undefined : Math.floor((Number(position) - 1) / GROUP_SIZE);
}

/** The heights of the groups that are in the page whole, with those that are known of others. */
function measured(list: HTMLUListElement, known: readonly number[]): readonly number[] {
  const heights = [...known];
  const rows = Map.groupBy(list.children, (row) => groupOf(row, list));
  for (const [group, inGroup] of rows) {
    const [first, last] = [inGroup[0], inGroup.at(-1)];
    if (group === undefined || first === undefined || last === undefined) continue;
    const height = last.getBoundingClientRect().bottom - first.getBoundingClientRect().top;
    if (height > 0) heights[group] = height;
  }
  return heights;
}
