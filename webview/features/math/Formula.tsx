// A formula of an answer, whose source is shown until KaTeX is loaded.
import { lazy, Suspense } from 'react';
import type { FormulaProps } from '../../markdown/actions.ts';
import { copyFormulasAsWritten } from './copyFormulas.ts';
import { loadFormulaStyles } from './formulaStyles.ts';
import './math.css';

const TypesetFormula = lazy(async () => {
  const [{ TypesetFormula: component }] = await Promise.all([
    import('./TypesetFormula.tsx'),
    loadFormulaStyles(document),
  ]);
  copyFormulasAsWritten(document);
  return { default: component };
});

export function Formula(properties: FormulaProps) {
  return (
    <Suspense fallback={properties.source}>
      <TypesetFormula {...properties} />
    </Suspense>
  );
}
