// The value of a select on its button, after the name of the option where the value alone says nothing.
import { configBarStrings } from './configBarStrings.ts';

/** Values whose names say nothing without the option they belong to. */
const BARE_VALUE =
  /^(?:on|off|default|none|auto|automatic|true|false|yes|no|enabled|disabled|[-+]?\d[\d.,]*\s*(?:%|[kKmMsS]|ms)?)$/i;

export interface ValueLabelProps {
  /** The name of the option. */
  readonly name: string;
  readonly value: string;
}

export function ValueLabel({ name, value }: ValueLabelProps) {
  if (!BARE_VALUE.test(value.trim())) return <span className="config-text">{value}</span>;
  return (
    <>
      <span className="config-name">{configBarStrings.nameBeforeValue(name)} </span>
      <span className="config-text">{value}</span>
    </>
  );
}
