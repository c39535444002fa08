// Find in the shown session: the bar above the transcript, its keys, and the marks of what is found.
import type { PanelFeature } from '../../panel/state/panelFeature.ts';
import { Find } from './Find.tsx';

export const find: PanelFeature = { name: 'find', Conversation: Find };
