// The list of features that show something in the panel, in the order of their cards. One that is left out is gone from it.
import type { PanelFeature } from '../panel/state/panelFeature.ts';
import { background } from '../features/background/feature.ts';
import { changes } from '../features/changes/feature.ts';
import { compose } from '../features/compose/feature.ts';
import { diagrams } from '../features/diagrams/feature.ts';
import { elicitation } from '../features/elicitation/feature.ts';
import { find } from '../features/find/feature.ts';
import { limits } from '../features/limits/feature.ts';
import { math } from '../features/math/feature.ts';
import { plans } from '../features/plans/feature.ts';
import { signIn } from '../features/signIn/feature.ts';
import { subagents } from '../features/subagents/feature.ts';
import { usage } from '../features/usage/feature.ts';

export const panelFeatures: readonly PanelFeature[] = [
  compose,
  find,
  elicitation,
  signIn,
  plans,
  subagents,
  background,
  changes,
  usage,
  limits,
  math,
  diagrams,
];
