// Why a prompt cannot be sent to its agent as it is.
import type { PanelState } from '../../../../src/core/panel/hostMessage.ts';
import type { ContentBlock } from '../../../../src/core/session/content.ts';
import type { PanelStore } from '../../state/store.ts';
import type { ComposerDraft } from '../composerDraft.ts';
import { attachStrings } from './attachStrings.ts';

/**
 * The message for the user; undefined where the agent accepts all of it, or is not connected, so that this is not known.
 * What is attached may be from a draft, a transcript or a time in which the agent accepted it.
 */
export function unacceptedContent(
  content: readonly ContentBlock[],
  { agent, promptCapabilities }: Pick<PanelState, 'agent' | 'promptCapabilities'>,
): string | undefined {
  if (agent.status.state !== 'ready') return undefined;
  const has = (type: ContentBlock['type']): boolean => content.some((block) => block.type === type);
  if (!promptCapabilities.image && has('image')) return attachStrings.removeImages(agent.title);
  return !promptCapabilities.audio && has('audio') ? attachStrings.removeAudio(agent.title) : undefined;
}

/** Whether a draft cannot be sent as it is; the user is notified at its field. */
export function refusesUnaccepted(
  draft: ComposerDraft,
  { view: { panel } }: Pick<PanelStore, 'view'>,
): boolean {
  const refusal = panel === undefined ? undefined : unacceptedContent(draft.attachedBlocks, panel);
  if (refusal !== undefined) draft.setNote(refusal, true);
  return refusal !== undefined;
}
