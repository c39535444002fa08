// What an agent changed: the card above the composer.
import type { PanelFeature } from '../../panel/state/panelFeature.ts';
import { ChangesDock } from './ChangesDock.tsx';

export const changes: PanelFeature = { name: 'changes', Card: ChangesDock };
