// Moves the focus from entry to entry by keyboard and for the host, and keeps the focused one rendered.
import { useCallback, useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { promptAt } from '../../../src/core/session/branches/promptCut.ts';
import { usePanelServices } from '../state/panelContext.tsx';
import { useRequest } from '../state/useRequest.ts';
import type { BottomFollower } from './bottomFollower.ts';
import { rowName, rowText } from './entryText.ts';
import { stopReasonLabel } from '../entries/stopReasonLabel.ts';
import type { Row, Rows } from './rows.ts';
import type { TranscriptList } from './useScrollPlace.ts';

/** The share of the transcript's height by which a page scrolls. */
const PAGE_SHARE = 0.9;

export interface EntryFocus {
  /** The key of the row that has the focus in it, which stays rendered; undefined while the focus is elsewhere. */
  readonly focused: string | undefined;
  /** For the transcript's element. */
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

export interface EntryFocusParts {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly list: RefObject<TranscriptList | undefined>;
  readonly rows: RefObject<Rows>;
  readonly follower: BottomFollower;
}

export function useEntryFocus({ scroller, list, rows, follower }: EntryFocusParts): EntryFocus {
  const [focused, setFocused] = useState<string>();
  /** The row that had the focus last, to return to. */
  const last = useRef<string>(undefined);

  useEffect(() => {
    const area = scroller.current;
    if (area === null) return undefined;
    const update = (): void => {
      const index = rowIndex(document.activeElement, area);
      const key = index === undefined ? undefined : rows.current.at(index)?.key;
      if (key !== undefined) last.current = key;
      setFocused(key);
    };
    // The focus that leaves is still where it was while the event is handled.
    const onFocusOut = (): void => queueMicrotask(update);
    area.addEventListener('focusin', update);
    area.addEventListener('focusout', onFocusOut);
    return () => {
      area.removeEventListener('focusin', update);
      area.removeEventListener('focusout', onFocusOut);
    };
  }, [scroller, rows]);

  const focusRow = useCallback(
    (index: number | undefined): void => {
      const area = scroller.current;
      const row = index === undefined ? undefined : rows.current.at(index);
      if (area === null || row === undefined) return;
      // What is read must not move on while the agent writes; at the end the user wants to see what comes.
      if (index === lastEntryIndex(rows.current)) follower.follow();
      else follower.stay();
      flushSync(() => setFocused(row.key));
      const element = area.querySelector<HTMLElement>(`.transcript-row[data-index="${index}"] > .entry`);
      element?.focus({ preventScroll: true });
      element?.parentElement?.scrollIntoView({ block: 'nearest' });
    },
    [scroller, rows, follower],
  );

  /** The row that had the focus last if it is still there, else the last one. */
  const startIndex = useCallback((): number | undefined => {
    const known = last.current === undefined ? undefined : indexOfKey(rows.current, last.current);
    return known ?? lastEntryIndex(rows.current);
  }, [rows]);

  const onKeyDown = useCallback(
    (event: KeyboardEvent<HTMLElement>): void => {
      const { currentTarget: area, target, key } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      const isOnEntry = target instanceof HTMLElement && target.matches('.transcript-row > .entry');
      // What is in an entry has keys of its own: a button, or a box that scrolls.
      if (target !== area && !isOnEntry) return;
      if (isOnEntry && key === EDIT_KEY) {
        target.querySelector<HTMLElement>('[data-testid="edit-prompt"]')?.click();
        event.preventDefault();
        return;
      }
      const current = isOnEntry ? rowIndex(target, area) : undefined;
      const next = (): number | undefined => {
        switch (key) {
          case 'ArrowDown':
            return current === undefined ? startIndex() : entryIndex(rows.current, current, 1);
          case 'ArrowUp':
            return current === undefined ? startIndex() : entryIndex(rows.current, current, -1);
          case 'Home':
            return entryIndex(rows.current, -1, 1);
          case 'End':
            return lastEntryIndex(rows.current);
          case 'PageDown':
          case 'PageUp':
            return pageIndex(area, list.current, rows.current, key === 'PageDown' ? 1 : -1);
          default:
            return undefined;
        }
      };
      if (!KEYS.has(key)) return;
      event.preventDefault();
      focusRow(next());
    },
    [rows, list, startIndex, focusRow],
  );

  useTranscriptRequests({ rows, last, startIndex, focusRow });
  return { focused, onKeyDown };
}

/** On a prompt, as in VS Code's own lists. */
const EDIT_KEY = 'F2';

const KEYS: ReadonlySet<string> = new Set(['ArrowDown', 'ArrowUp', 'Home', 'End', 'PageDown', 'PageUp']);

interface RequestParts {
  readonly rows: RefObject<Rows>;
  readonly last: RefObject<string | undefined>;
  readonly startIndex: () => number | undefined;
  readonly focusRow: (index: number | undefined) => void;
}

/** Carries out the host's requests. */
function useTranscriptRequests({ rows, last, startIndex, focusRow }: RequestParts): void {
  const { store, post } = usePanelServices();
  useRequest(['focus_transcript', 'read_entry', 'show_prompt'], (request) => {
    if (request.type === 'focus_transcript') {
      // In an effect React renders nothing at once, and the entry may not be rendered yet.
      queueMicrotask(() => focusRow(startIndex()));
      return;
    }
    const { session, panel } = store.view;
    if (request.type === 'show_prompt') {
      const id = session?.key === request.key ? promptAt(session, request.prompt)?.id : undefined;
      queueMicrotask(() => {
        focusRow(id === undefined ? undefined : indexOfEntry(rows.current, id));
        if (id !== undefined && request.opensRewind === true)
          document.activeElement?.querySelector<HTMLElement>('[data-testid="rewind"]')?.click();
      });
      return;
    }
    const start = startIndex();
    const index =
      start === undefined || request.step === 0 ? start : entryIndex(rows.current, start, request.step);
    const row = index === undefined ? undefined : rows.current.at(index);
    if (row === undefined || session === undefined || panel === undefined) return;
    // The focus is in the accessible view, and returns to this entry from there.
    last.current = row.key;
    post({ type: 'entry_text', name: rowName(row, panel.agent.title), text: rowText(row, session) });
  });
}

/** The 0-based index of the row that an element is in. */
function rowIndex(element: Element | null, area: HTMLElement): number | undefined {
  const row = element?.closest<HTMLElement>('.transcript-row');
  return row === null || row === undefined || !area.contains(row) ? undefined : Number(row.dataset['index']);
}

/** The next row with something in it in a direction, starting beside `from`; the same row where there is none. */
function entryIndex(rows: Rows, from: number, step: 1 | -1): number | undefined {
  for (let index = from + step; index >= 0 && index < rows.count; index += step) {
    if (hasText(rows.at(index))) return index;
  }
  return from >= 0 && from < rows.count ? from : undefined;
}

function lastEntryIndex(rows: Rows): number | undefined {
  return entryIndex(rows, rows.count, -1);
}

/** The end of a turn is an entry only where it says why the turn ended. */
function hasText(row: Row | undefined): boolean {
  if (row?.kind !== 'entry' || row.entry.kind !== 'turn') return row !== undefined;
  return stopReasonLabel(row.entry.stopReason) !== undefined;
}

/** The 0-based index of the row with a key; undefined when it is gone. `known` is where it was, which is looked at first. */
export function indexOfKey(rows: Rows, key: string, known?: number): number | undefined {
  if (known !== undefined && rows.at(known)?.key === key) return known;
  for (let index = rows.count - 1; index >= 0; index--) if (rows.at(index)?.key === key) return index;
  return undefined;
}

/** The 0-based index of the row of a prompt. */
function indexOfEntry(rows: Rows, entryId: string): number | undefined {
  for (let index = rows.count - 1; index >= 0; index--) {
    const row = rows.at(index);
    if (row?.kind === 'entry' && row.entry.id === entryId) return index;
  }
  return undefined;
}

/** Scrolls by a page, and returns the entry that is at its edge then. */
function pageIndex(
  area: HTMLElement,
  list: TranscriptList | undefined,
  rows: Rows,
  step: 1 | -1,
): number | undefined {
  if (list === undefined) return undefined;
  const from = area.scrollTop;
  area.scrollTop = from + step * PAGE_SHARE * area.clientHeight;
  // At its end the list cannot scroll further: then the first or last entry is meant.
  if (Math.abs(area.scrollTop - from) < 1) return step === 1 ? lastEntryIndex(rows) : entryIndex(rows, -1, 1);
  const edge = step === 1 ? area.scrollTop + area.clientHeight - 1 : area.scrollTop + 1;
  const item = list.getVirtualItemForOffset(edge);
  return item === undefined ? undefined : entryIndex(rows, item.index + 1, -1);
}
