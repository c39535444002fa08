// Compose in Editor: its button upon the input of the composer, and what stands there while the draft is in an editor.
import type { PanelFeature } from '../../panel/state/panelFeature.ts';
import { ComposeInEditor } from './ComposeInEditor.tsx';

export const compose: PanelFeature = { name: 'compose', Input: ComposeInEditor };
