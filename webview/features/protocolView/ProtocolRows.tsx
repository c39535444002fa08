// The messages as a table; the new ones stay in sight while the user looks at the end.
import { useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import type { ProtocolRow, Verdict } from '../../../src/features/protocolView/core/protocolRow.ts';
import { protocolStrings } from '../../../src/features/protocolView/core/protocolStrings.ts';
import { sizeText } from '../../text/format.ts';
import { shortText } from '../../text/shortText.ts';
import { Icon } from '../../ui/Icon.tsx';
import { protocolPageStrings as strings } from './protocolPageStrings.ts';

/** This near to the end counts as at the end, in CSS pixels. */
const NEAR_END_PX = 40;

const VERDICT_ICONS: Readonly<Record<Verdict, string>> = { ok: 'pass', broken: 'error', unknown: 'question' };

export interface ProtocolRowsProps {
  readonly rows: readonly ProtocolRow[];
  /** The time of the first message. */
  readonly startedAt: number;
  readonly selected: number | undefined;
  readonly onSelect: (seq: number) => void;
}

export function ProtocolRows({ rows, startedAt, selected, onSelect }: ProtocolRowsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element !== null && isAtEnd.current) element.scrollTop = element.scrollHeight;
  }, [rows]);
  const tabStop = rows.some(({ seq }) => seq === selected) ? selected : rows.at(-1)?.seq;
  return (
    <div
      className="protocol-scroller"
      ref={scroller}
      onScroll={({ currentTarget }) => {
        const { scrollTop, scrollHeight, clientHeight } = currentTarget;
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
      }}
    >
      <table className="protocol-table" onKeyDown={moveFocus}>
        <thead>
          <tr>
            <th scope="col">{strings.time()}</th>
            <th scope="col">{strings.message()}</th>
            <th scope="col" className="protocol-wide">
              {strings.session()}
            </th>
            <th scope="col" className="protocol-number">
              {strings.size()}
            </th>
            <th scope="col" className="protocol-number">
              {strings.latency()}
            </th>
            <th scope="col">{strings.verdict()}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row
              key={row.seq}
              row={row}
              startedAt={startedAt}
              isSelected={row.seq === selected}
              isTabStop={row.seq === tabStop}
              onSelect={onSelect}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps {
  readonly row: ProtocolRow;
  readonly startedAt: number;
  readonly isSelected: boolean;
  readonly isTabStop: boolean;
  readonly onSelect: (seq: number) => void;
}

function Row({ row, startedAt, isSelected, isTabStop, onSelect }: RowProps) {
  const {
    seq,
    at,
    direction,
    kind,
    method,
    id,
    sessionId = '',
    sizeBytes,
    latencyMs,
    verdict,
    problems,
  } = row;
  const select = (): void => onSelect(seq);
  return (
    <tr
      data-testid="protocol-row"
      data-method={method}
      data-direction={direction}
      data-kind={kind}
      data-verdict={verdict}
      aria-selected={isSelected}
      tabIndex={isTabStop ? 0 : -1}
      onClick={select}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        select();
      }}
    >
      <td className="protocol-time">{((at - startedAt) / 1_000).toFixed(3)}</td>
      <td>
        <Icon name={direction === 'in' ? 'arrow-left' : 'arrow-right'} />
        <span className="visually-hidden">
          {direction === 'in' ? protocolStrings.fromAgent() : protocolStrings.toAgent()}
        </span>
        <span className="protocol-method">
          {shortText(method === '' ? protocolStrings.kind[kind]() : method)}
        </span>
        <span className="dim protocol-kind">
          {kind === 'notification' || method === '' ? '' : ` ${protocolStrings.kind[kind]()}`}
          {id === undefined ? '' : ` #${shortText(id)}`}
        </span>
      </td>
      <td className="dim one-line protocol-wide protocol-session" title={sessionId}>
        {shortText(sessionId)}
      </td>
      <td className="protocol-number">{sizeText(sizeBytes)}</td>
      <td className="protocol-number">
        {latencyMs === undefined
          ? kind === 'request'
            ? strings.pending()
            : ''
          : protocolStrings.milliseconds(latencyMs)}
      </td>
      <td
        className="protocol-verdict"
        data-verdict={verdict}
        title={problems.map(({ text }) => text).join('\n')}
      >
        <Icon name={VERDICT_ICONS[verdict]} />
        <span>{problems[0]?.rule ?? strings.verdicts[verdict]()}</span>
        {problems.length > 0 && <span className="visually-hidden">{` ${strings.verdicts[verdict]()}`}</span>}
      </td>
    </tr>
  );
}

/** Up and Down move among the rows. */
function moveFocus(event: KeyboardEvent<HTMLTableElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const row = event.target instanceof HTMLElement ? event.target.closest('tr') : null;
  const next = event.key === 'ArrowDown' ? row?.nextElementSibling : row?.previousElementSibling;
  if (!(next instanceof HTMLElement)) return;
  event.preventDefault();
  next.focus();
}
