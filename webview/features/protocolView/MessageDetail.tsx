// The selected message in full, with its verdict, and the message that it belongs to.
import type { ProtocolRow } from '../../../src/features/protocolView/core/protocolRow.ts';
import { pretty } from '../../../src/features/protocolView/core/protocolReport.ts';
import { protocolStrings } from '../../../src/features/protocolView/core/protocolStrings.ts';
import { TextChunks } from '../../text/PlainText.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { protocolPageStrings as strings } from './protocolPageStrings.ts';

export interface MessageDetailProps {
  readonly row: ProtocolRow;
  readonly pair: ProtocolRow | undefined;
  readonly messages: ReadonlyMap<number, string>;
  readonly onClose: () => void;
  readonly onReport: () => void;
  readonly onCopy: (seqs: readonly number[]) => void;
}

export function MessageDetail({ row, pair, messages, onClose, onReport, onCopy }: MessageDetailProps) {
  const shown = (pair === undefined ? [row] : [row, pair]).toSorted((one, other) => one.seq - other.seq);
  return (
    <section className="protocol-detail" data-testid="protocol-detail" aria-label={strings.selected()}>
      <div className="row protocol-detail-head">
        <h2>{row.method === '' ? protocolStrings.kind[row.kind]() : row.method}</h2>
        <IconButton icon="close" label={strings.close()} onClick={onClose} />
      </div>
      {row.problems.length === 0 ? (
        <p>{strings.keepsRules()}</p>
      ) : (
        <ul className="protocol-problems">
          {row.problems.map(({ rule, state, text }, index) => (
            <li
              key={index}
              className="preserve-lines page-text"
              data-testid="protocol-problem"
              data-rule={rule}
              data-state={state}
            >
              <strong>{rule}</strong> {text}
            </li>
          ))}
        </ul>
      )}
      <div className="row page-actions">
        <Button data-action="copy-message" onClick={() => onCopy(shown.map(({ seq }) => seq))}>
          {strings.copy()}
        </Button>
        <Button data-action="report-message" onClick={onReport}>
          {strings.action.report()}
        </Button>
      </div>
      {shown.map((each) => (
        <div key={each.seq}>
          <h3>{`${each.direction === 'in' ? protocolStrings.fromAgent() : protocolStrings.toAgent()} · ${protocolStrings.kind[each.kind]()}`}</h3>
          <pre
            className="code-text preserve-lines page-output"
            tabIndex={0}
            role="group"
            aria-label={strings.message()}
          >
            <TextChunks text={pretty(messages.get(each.seq) ?? '')} />
          </pre>
        </div>
      ))}
    </section>
  );
}
