// A formula of an answer, whose source is shown until KaTeX is loaded.
import { useEffect, useState, type ComponentType } from 'react';
import type { FormulaProps } from '../../markdown/actions.ts';
import { copyFormulasAsWritten } from './copyFormulas.ts';
import { loadFormulaStyles } from './formulaStyles.ts';
import './math.css';

let loading: Promise<void> | undefined;
let Typeset: ComponentType<FormulaProps> | undefined;

export function Formula(properties: FormulaProps) {
  const [isLoaded, setLoaded] = useState(Typeset !== undefined);
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
  return isLoaded && Typeset !== undefined ? <Typeset {...properties} /> : properties.source;
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
