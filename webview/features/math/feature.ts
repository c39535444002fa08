// Formulas in answers, typeset.
import type { PanelFeature } from '../../panel/state/panelFeature.ts';
import { Formula } from './Formula.tsx';

export const math: PanelFeature = { name: 'math', Formula };
