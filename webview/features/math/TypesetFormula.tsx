// A formula that KaTeX has laid out, with its source for what searches, copies and reads it.
import { useLayoutEffect, useMemo, useRef } from 'react';
import type { FormulaProps } from '../../markdown/actions.ts';
import { mathStrings } from './mathStrings.ts';
import { typeset } from './typeset.ts';

export type TypesetProps = Pick<FormulaProps, 'source' | 'displayed'>;

export function TypesetFormula({ source, displayed }: TypesetProps) {
  const formula = useMemo(() => typeset(source, displayed), [source, displayed]);
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (formula !== undefined) place.current?.replaceChildren(formula.cloneNode(true));
  }, [formula]);
  if (formula === undefined) return source;
  return (
    <span
      className="math"
      title={source}
      data-testid="math"
      // A scrolling area has to be reachable for the keyboard.
      {...(displayed ? { tabIndex: 0, role: 'group', 'aria-label': mathStrings.formula() } : {})}
    >
      <span className="math-source" aria-hidden="true">
        {source}
      </span>
      <span ref={place} className="math-typeset" />
    </span>
  );
}
