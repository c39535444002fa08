// The list of features. One that is left out is gone: its commands, its handlers and what follows the window for it.
import type { FeatureHandlers } from '../host/chat/panelHandlers.ts';
import type { Settings } from '../host/contributions/setting.ts';
import type { Feature } from '../host/feature.ts';
import type { Kernel } from '../host/kernel.ts';
import { accessibility } from '../features/accessibility/feature.ts';
import { addAgent } from '../features/addAgent/feature.ts';
import { changes } from '../features/changes/feature.ts';
import { codeBlocks } from '../features/codeBlocks/feature.ts';
import { agentCheck } from '../features/agentCheck/feature.ts';
import { commit } from '../features/commit/feature.ts';
import { compose } from '../features/compose/feature.ts';
import { elicitation } from '../features/elicitation/feature.ts';
import { followMode } from '../features/followMode/feature.ts';
import { find } from '../features/find/feature.ts';
import { ideTools } from '../features/ideTools/feature.ts';
import { limits } from '../features/limits/feature.ts';
import { links } from '../features/links/feature.ts';
import { mcp } from '../features/mcp/feature.ts';
import { signIn } from '../features/signIn/feature.ts';
import { shortcuts } from '../features/shortcuts/feature.ts';
import { quickFixes } from '../features/quickFixes/feature.ts';
import { protocolView } from '../features/protocolView/feature.ts';
import { statusBar } from '../features/statusBar/feature.ts';
import { plans } from '../features/plans/feature.ts';
import { usage } from '../features/usage/feature.ts';
import { sounds } from '../features/sounds/feature.ts';
import { vscodeChat } from '../features/vscodeChat/feature.ts';

export const features: readonly Feature[] = [
  accessibility,
  addAgent,
  agentCheck,
  changes,
  codeBlocks,
  commit,
  compose,
  elicitation,
  find,
  followMode,
  ideTools,
  limits,
  links,
  mcp,
  plans,
  protocolView,
  quickFixes,
  shortcuts,
  signIn,
  sounds,
  statusBar,
  usage,
  vscodeChat,
];

/** What each feature reads of the settings, beside what the kernel does. */
export const featureSettings: readonly Settings[] = features.map(({ settings }) => settings);

/** Starts each feature. Returns what loads the handlers of the panel messages of each, by its name. */
export function startFeatures(kernel: Kernel): FeatureHandlers {
  return new Map(features.map(({ name, start }) => [name, start(kernel)]));
}
