// Which draft is the newest: the host's, or what the page has stored of its own because the host may not have got it.
import type { PanelState } from '../../../../src/core/panel/hostMessage.ts';
import type { ContentBlock } from '../../../../src/core/session/content.ts';
import type { Draft } from '../../../viewState.ts';

/** The draft as the host has it. */
export interface StoredDraft extends Pick<PanelState['draft'], 'text' | 'revision' | 'isInEditor'> {
  /** Undefined where the host does not know them. */
  readonly attachments?: readonly ContentBlock[] | undefined;
}

/**
 * Whether the page has seen more changes than the host: the host, or the window, ended before they arrived. Versions that did
 * not count had the text in the page alone.
 */
export function isNewer(own: Draft, { text, revision }: StoredDraft): boolean {
  return (own.revision ?? 0) > revision || (revision === 0 && text === '');
}

/** The page's draft. Where attachments were too large for its state, they are those that the host has. */
export function draftOfPage(own: Draft, { attachments, revision: ofHost }: StoredDraft): Draft {
  const { text, lostAttachments, isTextNewer } = own;
  const revision = Math.max(own.revision ?? 0, ofHost + (text === '' ? 0 : 1));
  if (isTextNewer === true) return { text, attachments: attachments ?? own.attachments, revision };
  if (lostAttachments === undefined) return { text, attachments: own.attachments, revision };
  return attachments === undefined
    ? { text, attachments: own.attachments, revision, lostAttachments }
    : { text, attachments, revision };
}

/** The host's draft. What is attached to it is the page's, where the host does not know. */
export function draftOfHost(
  own: Draft,
  { text, attachments = own.attachments, revision }: StoredDraft,
): Draft {
  return { text, attachments, revision };
}
