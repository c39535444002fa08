// What features render inside a markdown text: formulas, and code blocks of some languages.
import type { MarkdownActions } from '../../markdown/actions.ts';
import type { PanelFeature } from '../state/panelFeature.ts';

type Renderers = Pick<MarkdownActions, 'Formula' | 'drawings'>;

const known = new WeakMap<readonly PanelFeature[], Renderers>();

/** The same object for the same list. */
export function renderersOf(features: readonly PanelFeature[]): Renderers {
  let renderers = known.get(features);
  if (renderers === undefined) {
    renderers = {
      Formula: features.find(({ Formula }) => Formula !== undefined)?.Formula,
      drawings: features.flatMap(({ Drawing }) => Drawing ?? []),
    };
    known.set(features, renderers);
  }
  return renderers;
}
