// The page that shows what goes over the wire of an agent: one row for each message, and the selected one in full.
import './protocol.css';
import { useEffect, useMemo, useState } from 'react';
import type {
  ProtocolAction,
  ProtocolPageMessage,
} from '../../../src/features/protocolView/core/protocolRow.ts';
import { protocolStrings } from '../../../src/features/protocolView/core/protocolStrings.ts';
import type { VsCodeApi } from '../../panel/state/vscodeApi.ts';
import { Button } from '../../ui/Button.tsx';
import { MoreMenu } from '../../ui/MoreMenu.tsx';
import { filterRows, type RowFilter } from './filterRows.ts';
import { MessageDetail } from './MessageDetail.tsx';
import { ProtocolRows } from './ProtocolRows.tsx';
import { protocolPageStrings as strings } from './protocolPageStrings.ts';
import { useProtocol } from './useProtocol.ts';

/** The most rows that are rendered at first; earlier ones on demand. */
const ROWS_AT_ONCE = 300;

export function ProtocolPage({ api }: { readonly api: VsCodeApi }) {
  const { rows, source, messages } = useProtocol(api);
  const [filter, setFilter] = useState<RowFilter>({ text: '', verdict: 'all' });
  const [selected, setSelected] = useState<number>();
  const [limit, setLimit] = useState(ROWS_AT_ONCE);
  const post = (message: ProtocolPageMessage): void => api.postMessage(message);
  const matching = useMemo(() => filterRows(rows, filter), [rows, filter]);
  const selectedRow = rows.find(({ seq }) => seq === selected);
  const pair = selectedRow?.pair;
  useEffect(() => {
    for (const seq of [selected, pair]) if (seq !== undefined) api.postMessage({ type: 'show', seq });
  }, [api, selected, pair]);
  if (source === undefined) return null;
  const act = (action: ProtocolAction): void =>
    post({ type: 'action', action, ...(selected === undefined ? {} : { seq: selected }) });
  const shown = matching.slice(-limit);
  return (
    <main className="column page protocol" data-testid="protocol-view" data-source={source.kind}>
      <h1>{protocolStrings.title(source.name)}</h1>
      <p className="protocol-state" role="status">
        {stateText(source, rows.length)}
      </p>
      <div className="row page-actions">
        {buttonsOf(source).map((action) => (
          <Button
            // One button in two states keeps the focus.
            key={action === 'record' ? 'pause' : action}
            data-action={action}
            onClick={() => act(action)}
          >
            {strings.action[action]()}
          </Button>
        ))}
        <MoreMenu
          label={strings.moreActions()}
          items={[
            {
              id: 'copy',
              icon: 'copy',
              label: strings.copyAll(),
              unavailable:
                matching.length > 0 ? undefined : rows.length === 0 ? strings.waiting() : strings.noMatch(),
              onChoose: () => post({ type: 'copy', seqs: matching.map(({ seq }) => seq) }),
            },
            ...menuOf(source).map((action) => ({
              id: action,
              icon: ICONS[action],
              label: strings.action[action](),
              onChoose: () => act(action),
            })),
          ]}
          testId="protocol-menu"
          buttonTestId="protocol-more"
        />
      </div>
      <Filter filter={filter} onChange={setFilter} />
      <div className="protocol-panes">
        <div className="column protocol-list">
          {shown.length < matching.length && (
            <Button data-action="earlier" onClick={() => setLimit(limit + ROWS_AT_ONCE)}>
              {strings.showEarlier(matching.length - shown.length)}
            </Button>
          )}
          {shown.length === 0 ? (
            <p className="protocol-none">{rows.length === 0 ? emptyText(source) : strings.noMatch()}</p>
          ) : (
            <ProtocolRows
              rows={shown}
              startedAt={rows[0]?.at ?? 0}
              selected={selected}
              onSelect={setSelected}
            />
          )}
        </div>
        {selectedRow !== undefined && (
          <MessageDetail
            row={selectedRow}
            pair={rows.find(({ seq }) => seq === pair)}
            messages={messages}
            onClose={() => {
              focusSelectedRow();
              setSelected(undefined);
            }}
            onReport={() => act('report')}
            onCopy={(seqs) => post({ type: 'copy', seqs: [...seqs] })}
          />
        )}
      </div>
    </main>
  );
}

/** The button that had the focus goes with the message. */
function focusSelectedRow(): void {
  document.querySelector<HTMLElement>('.protocol-table [aria-selected="true"]')?.focus();
}

type Source = NonNullable<ReturnType<typeof useProtocol>['source']>;

function buttonsOf({ kind, isRecording }: Source): readonly ProtocolAction[] {
  return kind === 'file'
    ? ['open-session', 'report', 'open']
    : [isRecording ? 'pause' : 'record', 'open-session', 'report'];
}

function menuOf({ kind }: Source): readonly ProtocolAction[] {
  return kind === 'file' ? [] : ['save', 'open', 'clear', 'restart', 'other-agent'];
}

/** The icons of the menu's items. */
const ICONS: Readonly<Record<ProtocolAction, string>> = {
  pause: 'debug-pause',
  record: 'record',
  clear: 'clear-all',
  save: 'save',
  open: 'folder-opened',
  'open-session': 'comment-discussion',
  report: 'report',
  restart: 'debug-restart',
  'other-agent': 'list-tree',
};

function stateText({ kind, isRecording, dropped }: Source, count: number): string {
  const messages = strings.messages(count);
  if (kind === 'file') return dropped === 0 ? messages : `${messages} ${strings.skipped(dropped)}`;
  const state = isRecording ? strings.recording() : strings.paused();
  return [state, messages, ...(dropped === 0 ? [] : [strings.dropped(dropped)])].join(' ');
}

function emptyText({ kind, hasStart }: Source): string {
  return kind === 'agent' && !hasStart ? strings.waitingMidway() : strings.waiting();
}

function Filter({
  filter,
  onChange,
}: {
  readonly filter: RowFilter;
  readonly onChange: (filter: RowFilter) => void;
}) {
  return (
    <div className="row protocol-filter">
      <input
        type="text"
        data-testid="protocol-filter"
        aria-label={strings.filter()}
        placeholder={strings.filter()}
        value={filter.text}
        onChange={(event) => onChange({ ...filter, text: event.target.value })}
      />
      <select
        data-testid="protocol-verdict-filter"
        aria-label={strings.verdict()}
        value={filter.verdict}
        onChange={(event) => onChange({ ...filter, verdict: verdictOf(event.target.value) })}
      >
        {(['all', 'broken', 'unknown'] as const).map((verdict) => (
          <option key={verdict} value={verdict}>
            {strings.verdictFilter[verdict]()}
          </option>
        ))}
      </select>
    </div>
  );
}

function verdictOf(value: string): RowFilter['verdict'] {
  return value === 'broken' || value === 'unknown' ? value : 'all';
}
