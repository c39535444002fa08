// Which draft is the newest: the one in the page's own state, or the host's.
import type { PanelState } from '../../../../src/core/panel/hostMessage.ts';
import type { ContentBlock } from '../../../../src/core/session/content.ts';
import type { Draft } from '../../../viewState.ts';

/** The draft as the host has stored it, and whether a webview of this window reported it. */
export interface StoredDraft extends Pick<
  PanelState['draft'],
  'text' | 'isFromThisWindow' | 'keepsAttachments' | 'revision'
> {
  /** Undefined where the host does not know them. */
  readonly attachments?: readonly ContentBlock[] | undefined;
}

/**
 * Whether a page's own draft is newer than the host's. In one window the host's is the last one, because another chat may
 * have shown the session since. After a reload either may be from before the last changes, such as sending.
 */
export function isNewer(
  own: Draft,
  { text, revision, isFromThisWindow, keepsAttachments }: StoredDraft,
): boolean {
  if (isFromThisWindow || keepsAttachments === true) return false;
  return revision === undefined ? own.text !== '' || text === '' : (own.revision ?? 0) > revision;
}

/** The page's draft. Where attachments were too large for its state, they are those that the host has. */
export function withHostAttachments(own: Draft, { attachments }: StoredDraft): Draft {
  const { lostAttachments, ...rest } = own;
  return lostAttachments === undefined || attachments === undefined ? own : { ...rest, attachments };
}

/** The host's draft. What is attached to it is the page's, where the host does not know. */
export function draftOfHost(own: Draft, { text, attachments, revision = 0 }: StoredDraft): Draft {
  const latest = { text, revision: Math.max(own.revision ?? 0, revision) };
  return attachments === undefined ? { ...own, ...latest } : { attachments, ...latest };
}
