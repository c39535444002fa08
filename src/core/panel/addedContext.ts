// What is added to the prompt of a chat from outside of its composer: menus, dialogs, commands and drops.
import * as z from 'zod/mini';
import type { Immutable } from '../base/immutable.ts';
import { shownAttachment } from './draftAttachment.ts';

/** An item of the menu "Add Context". */
export const contextSource = z.enum([
  'files',
  'image',
  'audio',
  'editors',
  'selection',
  'problems',
  'changes',
  'terminal',
]);
export type ContextSource = z.infer<typeof contextSource>;

/** The bytes of a file that the panel scales or encodes before it attaches it. */
const mediaFile = z.object({
  name: z.string(),
  mimeType: z.string(),
  bytes: z.instanceof(Uint8Array),
});
export type MediaFile = Immutable<z.infer<typeof mediaFile>>;

export const addedContext = z.object({
  /** Mentions, for the place of the caret. */
  text: z.exactOptional(z.string()),
  attachments: z.exactOptional(z.array(shownAttachment)),
  /** The attachment that becomes this text. */
  replaces: z.exactOptional(z.string()),
  media: z.exactOptional(z.array(mediaFile)),
  /** Whether the draft is sent at once, where nothing was in it before. */
  sends: z.exactOptional(z.literal(true)),
  /** The field of an edited prompt that it is for, as the webview named it; absent for the composer. */
  field: z.exactOptional(z.string()),
  /** What could not be added, and why. */
  note: z.exactOptional(z.string()),
});
export type AddedContext = Immutable<z.infer<typeof addedContext>>;

/** The active file or its selection, as the composer offers it. */
export const implicitContext = z.object({
  name: z.string(),
  /** `file://…`, of the selected lines where there are any. */
  uri: z.string(),
  /** Relative to the workspace's folder, where it is in one. */
  path: z.string(),
});
export type ImplicitContext = Immutable<z.infer<typeof implicitContext>>;
