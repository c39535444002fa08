// Joins the parts of the panel with what features show in it: the chunk that is loaded right after the first picture.
import type { Parts } from '../panel/state/loadedParts.ts';
import { parts as kernelParts } from '../panel/parts.ts';
import { panelFeatures } from './panelFeatures.ts';

export const parts: Parts = { ...kernelParts, features: panelFeatures };
