// What the shown session used: a ring in the composer, and a warning when the context is filling up.
import type { PanelFeature } from '../../panel/state/panelFeature.ts';
import { ContextBanner } from './ContextBanner.tsx';
import { UsageRing } from './UsageRing.tsx';

export const usage: PanelFeature = { name: 'usage', Indicator: UsageRing, Card: ContextBanner };
