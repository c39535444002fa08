// The compact list of sessions: running ones, those that wait for input, recent ones; filter, keyboard, rename.
import './sessionMenu.css';
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { sessionSections, type SessionRow } from '../../../src/core/panel/sessionRow.ts';
import { wordMatcher } from '../../../src/core/text/wordMatcher.ts';
import { usePost, useSessionKey, useView } from '../state/panelContext.tsx';
import { shortText } from '../../text/shortText.ts';
import { Icon } from '../../ui/Icon.tsx';
import { headerStrings } from './headerStrings.ts';
import { WaitingRequests } from './WaitingRequests.tsx';

/** The last option, which opens the quick pick over all sessions. It is no session's id: those have no line break. */
const ALL_SESSIONS = '\nall';
const NO_ROWS: readonly SessionRow[] = [];

/** How many options the arrow and paging keys move by. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 8,
  PageUp: -8,
};

const SECTION_LABELS: Readonly<Record<SessionRow['section'], () => string>> = {
  running: headerStrings.headingRunning,
  waiting: headerStrings.headingWaiting,
  recent: headerStrings.headingRecent,
};

export function SessionMenu({ close }: { readonly close: () => void }) {
  const post = usePost();
  const shown = useSessionKey();
  const all = useView(({ sessionRows }) => sessionRows);
  const [filter, setFilter] = useState('');
  const rows = useMemo(() => matchingRows(all ?? NO_ROWS, filter), [all, filter]);
  const ids = useMemo(() => [...rows.map(({ id }) => id), ALL_SESSIONS], [rows]);
  const [chosen, setActive] = useState<string>();
  // The previous session first, so that Enter switches back and forth.
  const first = ids.find((id) => id !== shown || filter !== '') ?? ALL_SESSIONS;
  const active = chosen !== undefined && ids.includes(chosen) ? chosen : first;
  const listId = useId();
  const idOf = (id: string): string => `${listId}-${ids.indexOf(id)}`;
  const list = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    list.current?.querySelector('.session-row-active')?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const open = (id: string): void => {
    close();
    if (id === ALL_SESSIONS) post({ type: 'all_sessions', ...(filter === '' ? {} : { query: filter }) });
    else post({ type: 'open_session', id });
  };
  const rename = (id: string): void => {
    close();
    post({ type: 'rename', key: id });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const step = STEPS[event.key];
    if (event.key === 'Enter') open(active);
    else if (event.key === 'F2' && active !== ALL_SESSIONS) rename(active);
    else if (step !== undefined) setActive(stepped(ids, active, step));
    else return;
    event.preventDefault();
  };
  return (
    <>
      <input
        ref={input}
        className="text-field session-filter"
        data-testid="session-filter"
        type="text"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={idOf(active)}
        aria-label={headerStrings.filterSessions()}
        placeholder={headerStrings.filterSessions()}
        value={filter}
        onChange={(event) => {
          setFilter(event.target.value);
          setActive(undefined);
        }}
        onKeyDown={onKeyDown}
      />
      <WaitingRequests open={open} onAnswer={() => input.current?.focus()} />
      {all !== undefined && rows.length === 0 && (
        <p className="dim session-none">
          {filter === '' ? headerStrings.noSessions() : headerStrings.noMatchingSessions()}
        </p>
      )}
      <div
        id={listId}
        className="session-rows"
        role="listbox"
        aria-label={headerStrings.sessions()}
        ref={list}
      >
        {sessionSections.map((section) => {
          const own = rows.filter((row) => row.section === section);
          if (own.length === 0) return null;
          const label = SECTION_LABELS[section]();
          return (
            <div key={section} role="group" aria-label={label}>
              <div className="dim session-section" aria-hidden="true">
                {label}
              </div>
              {own.map((row) => (
                <Row
                  key={row.id}
                  row={row}
                  id={idOf(row.id)}
                  isActive={row.id === active}
                  isShown={row.id === shown}
                  open={open}
                  rename={rename}
                />
              ))}
            </div>
          );
        })}
        <div
          id={idOf(ALL_SESSIONS)}
          className={`row session-row session-all${active === ALL_SESSIONS ? ' session-row-active' : ''}`}
          role="option"
          aria-selected="false"
          data-testid="all-sessions"
          onClick={() => open(ALL_SESSIONS)}
        >
          <Icon name="search" />
          <span className="fill session-row-text">
            {filter === '' ? headerStrings.allSessions() : headerStrings.searchFor(filter)}
          </span>
        </div>
      </div>
      <p className="visually-hidden" role="status">
        {all === undefined || filter === '' ? '' : headerStrings.matching(rows.length)}
      </p>
    </>
  );
}

interface RowProps {
  readonly row: SessionRow;
  readonly id: string;
  readonly isActive: boolean;
  readonly isShown: boolean;
  readonly open: (id: string) => void;
  readonly rename: (id: string) => void;
}

function Row({ row, id, isActive, isShown, open, rename }: RowProps) {
  const title = shortText(row.title);
  const [icon = '', modifier] = row.icon.split('~');
  return (
    <div
      id={id}
      className={`row session-row${isActive ? ' session-row-active' : ''}`}
      role="option"
      aria-selected={isShown}
      aria-keyshortcuts="F2"
      data-testid="session-row"
      data-state={row.state}
      data-session-id={row.id}
      title={`${title}\n${row.details}`}
      onClick={() => open(row.id)}
    >
      <Icon name={icon} spin={modifier === 'spin'} />
      <span className="fill session-row-text">
        <span className="one-line session-row-title" dir="auto">
          {title}
        </span>
        <span className="one-line detail-text session-row-details">{row.details}</span>
      </span>
      {row.isPinned === true && <Icon name="pinned" />}
      {isShown && <Icon name="check" />}
      {/* For the mouse: an option must not contain a button. By keyboard, F2 does the same. */}
      <span
        className="icon-button session-rename"
        aria-hidden="true"
        data-testid="session-rename"
        title={headerStrings.renameSession()}
        onClick={(event) => {
          event.stopPropagation();
          rename(row.id);
        }}
      >
        <Icon name="edit" />
      </span>
    </div>
  );
}

/** The rows that have every typed word in the title, the agent or the state. */
function matchingRows(rows: readonly SessionRow[], filter: string): readonly SessionRow[] {
  const matches = wordMatcher(filter);
  return rows.filter(({ title, details }) => matches(`${title} ${details}`));
}

/** The option that many steps away; single steps go round, pages stop at the ends. */
function stepped(ids: readonly string[], active: string, step: number): string {
  const next = ids.indexOf(active) + step;
  const wraps = Math.abs(step) === 1;
  const index = wraps ? (next + ids.length) % ids.length : Math.min(Math.max(next, 0), ids.length - 1);
  return ids[index] ?? active;
}
