// Questions of agents: their cards above the composer.
import type { PanelFeature } from '../../panel/state/panelFeature.ts';
import { PendingElicitation } from './PendingElicitation.tsx';

export const elicitation: PanelFeature = { name: 'elicitation', Question: PendingElicitation };
