// Diagrams in answers, drawn from Mermaid's language.
import type { PanelFeature } from '../../panel/state/panelFeature.ts';
import { Diagram } from './Diagram.tsx';

export const diagrams: PanelFeature = {
  name: 'diagrams',
  Drawing: { language: 'mermaid', Component: Diagram },
};
