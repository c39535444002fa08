// Plans that the agent wants accepted, on their own page beside the chat.
import type { PanelFeature } from '../../panel/state/panelFeature.ts';
import { PlanRequest } from './PlanRequest.tsx';

export const plans: PanelFeature = { name: 'plans', Request: PlanRequest };
