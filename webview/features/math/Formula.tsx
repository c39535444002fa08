// A formula of an answer, whose source is shown until its block has ended and KaTeX is loaded.
import { useEffect, useState, type ComponentType } from 'react';
import type { FormulaProps } from '../../markdown/actions.ts';
import { copyFormulasAsWritten } from './copyFormulas.ts';
import { loadFormulaStyles } from './formulaStyles.ts';
import type { TypesetProps } from './TypesetFormula.tsx';
import './math.css';

let loading: Promise<void> | undefined;
let Typeset: ComponentType<TypesetProps> | undefined;

export function Formula({ source, displayed, complete }: FormulaProps) {
  const [isLoaded, setLoaded] = useState(Typeset !== undefined);
  // From the beginning of the first formula on, because its end should not wait for it.
  useEffect(() => {
    if (isLoaded) return undefined;
    let isCurrent = true;
    load().then(
      () => {
        if (isCurrent) setLoaded(true);
      },
      // The source stays; the next formula tries again.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [isLoaded]);
  if (!complete || !isLoaded || Typeset === undefined) return source;
  return <Typeset source={source} displayed={displayed} />;
}

/** Loads once. After a failure the next call loads again. */
function load(): Promise<void> {
  loading ??= loadTypeset().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function loadTypeset(): Promise<void> {
  const [{ TypesetFormula }] = await Promise.all([
    import('./TypesetFormula.tsx'),
    loadFormulaStyles(document),
  ]);
  copyFormulasAsWritten(document);
  Typeset = TypesetFormula;
}
