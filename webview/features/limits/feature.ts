// The limit that the shown session waits for.
import type { PanelFeature } from '../../panel/state/panelFeature.ts';
import { LimitCard } from './LimitCard.tsx';

export const limits: PanelFeature = { name: 'limits', Card: LimitCard };
