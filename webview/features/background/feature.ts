// What the agent runs beside its turns, in the dock.
import type { PanelFeature } from '../../panel/state/panelFeature.ts';
import { BackgroundCard } from './BackgroundCard.tsx';

export const background: PanelFeature = { name: 'background', Card: BackgroundCard };
