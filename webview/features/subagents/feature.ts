// The sub-agents that work, in the dock.
import type { PanelFeature } from '../../panel/state/panelFeature.ts';
import { SubagentsCard } from './SubagentsCard.tsx';

export const subagents: PanelFeature = { name: 'subagents', Card: SubagentsCard };
