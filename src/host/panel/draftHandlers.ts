// Panel messages about what the user has typed and not sent: the drafts have it from then on.
import type { AttachmentList } from '../../core/panel/draftAttachment.ts';
import { sentAttachment } from '../../core/panel/sentAttachments.ts';
import type { ContentBlock } from '../../core/session/content.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import { mergedText } from '../../core/text/mergedText.ts';
import { chatStrings } from '../chat/chatStrings.ts';
import type { PanelHandlers } from '../chat/panelHandlers.ts';
import type { Drafts } from '../prompt/drafts.ts';

type DraftMessageType = 'draft' | 'edit' | 'edit_end' | 'form' | 'form_end' | 'insert_attachment';

export function draftHandlers(
  drafts: Drafts,
  store: Pick<SessionStore, 'state'>,
): Pick<PanelHandlers, DraftMessageType> {
  const sentIn =
    (key: string) =>
    (id: string): ContentBlock | undefined => {
      const state = store.state(key);
      return state === undefined ? undefined : sentAttachment(state, id);
    };
  return {
    draft: ({ key, text, attachments, revision, since, base }) => {
      if (since !== undefined && drafts.isForgotten(key)) return;
      if (since !== undefined && drafts.revisionOf(key) > since) {
        addAttachments(drafts, key, attachments ?? [], revision);
        return;
      }
      if (attachments !== undefined) drafts.setAttachments(key, attachments, sentIn(key));
      const before = drafts.of(key);
      const merged = base === undefined || !drafts.isInEditor(key) ? text : mergedText(base, before, text);
      // A page that has not seen what was typed is behind.
      drafts.set(key, merged, merged === text ? revision : Math.max(revision, drafts.revisionOf(key)) + 1);
    },
    edit: ({ key, edit, attachments }) => drafts.setEdit(key, edit, attachments, sentIn(key)),
    edit_end: ({ key, of }) => drafts.endEdit(key, of),
    form: ({ key, form }) => drafts.setForm(key, form),
    form_end: ({ key, id }) => drafts.endForm(key, id),
    insert_attachment: ({ key, id, field }, panel) => {
      const block = drafts.attachment(key, id);
      const place = field === undefined ? {} : { field };
      const context =
        block?.type !== 'resource' || block.resource.text === undefined
          ? { note: chatStrings.insertedMissing(), ...place }
          : { text: block.resource.text, replaces: id, ...place };
      panel.post({ type: 'add_context', context });
    },
  };
}

/**
 * Adds what a page has attached to a draft that another page has changed since. `revision` is the one of that page, which
 * is behind from then on.
 */
function addAttachments(drafts: Drafts, key: string, list: AttachmentList, revision: number): void {
  const before = (drafts.attachmentsOf(key) ?? []).map(({ id }) => id);
  const added = list.filter((each) => typeof each !== 'string' && !before.includes(each.id));
  if (added.length > 0) drafts.setAttachments(key, [...before, ...added]);
  drafts.set(key, drafts.of(key), Math.max(revision, drafts.revisionOf(key)) + 1);
}
