// What an agent changed: the card above the composer.
import type { PanelFeature } from '../../panelFeature.ts';
import { ChangesDock } from './ChangesDock.tsx';

export const changes: PanelFeature = { name: 'changes', Card: ChangesDock };
