// A raw value of a tool call, on demand: made readable only while it is open.
import { useMemo } from 'react';
import { Disclosure } from '../disclosure/Disclosure.tsx';
import { LongText } from './LongText.tsx';
import { isEmptyValue, prettyText } from './prettyText.ts';

export interface RawValueProps {
  /** Unique in the session. */
  readonly id: string;
  readonly label: string;
  readonly value: unknown;
  readonly openAtFirst?: boolean;
}

export function RawValue({ id, label, value, openAtFirst = false }: RawValueProps) {
  if (isEmptyValue(value)) return null;
  return (
    <div className="tool-raw">
      <Disclosure
        id={id}
        openAtFirst={openAtFirst}
        summary={<span className="detail-text tool-raw-label">{label}</span>}
      >
        <PrettyValue id={id} label={label} value={value} />
      </Disclosure>
    </div>
  );
}

function PrettyValue({ id, label, value }: Omit<RawValueProps, 'openAtFirst'>) {
  const text = useMemo(() => prettyText(value), [value]);
  return <LongText id={id} label={label} text={text} />;
}
