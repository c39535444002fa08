// Turns what the user wants to add into mentions, images and texts for the composer, and says what cannot be added.
import { readFile, stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import * as vscode from 'vscode';
import { mentionText, type Mention } from '../../core/mentions/mention.ts';
import { mentionOfFile } from '../../core/mentions/mentionOfFile.ts';
import type { AddedContext, MediaFile } from '../../core/panel/addedContext.ts';
import type { ContentBlock } from '../../core/session/content.ts';
import { attachedText } from '../../core/session/content.ts';
import { oneLine } from '../../core/text/oneLine.ts';
import { isOnOtherComputer } from '../editors/workspaceFile.ts';
import { attachStrings } from './attachStrings.ts';
import type { ContextTarget } from './contextTargets.ts';
import { linesOf } from './selectedLines.ts';

/** What the agent of the chat takes besides text. */
export interface AcceptedMedia {
  readonly image: boolean;
  readonly audio: boolean;
}

/** More would be neither read by the user nor useful to an agent. */
export const MAX_ADDED = 1_000;
/** A larger file is not even read. */
const MAX_MEDIA_BYTES = 30_000_000;
const MAX_MEDIA_LABEL = '30 MB';
/** The length of a text that is in no file, in UTF-16 code units. */
const MAX_TEXT_LENGTH = 1_000_000;
const MAX_TEXT_LABEL = '1 MB';

/** By extension: what browsers decode as an image. */
const IMAGES: ReadonlyMap<string, string> = new Map([
  ['.png', 'image/png'],
  ['.jpg', 'image/jpeg'],
  ['.jpeg', 'image/jpeg'],
  ['.gif', 'image/gif'],
  ['.webp', 'image/webp'],
  ['.bmp', 'image/bmp'],
  ['.avif', 'image/avif'],
]);
const AUDIO: ReadonlyMap<string, string> = new Map([
  ['.mp3', 'audio/mpeg'],
  ['.wav', 'audio/wav'],
  ['.ogg', 'audio/ogg'],
  ['.m4a', 'audio/mp4'],
  ['.flac', 'audio/flac'],
  ['.webm', 'audio/webm'],
]);
/** The extensions of images and audio files without their dots, for dialogs. */
export const IMAGE_EXTENSIONS = [...IMAGES.keys()].map((extension) => extension.slice(1));
export const AUDIO_EXTENSIONS = [...AUDIO.keys()].map((extension) => extension.slice(1));

type Gathered =
  | { readonly mention: Mention }
  | { readonly block: ContentBlock }
  | { readonly media: MediaFile }
  | { readonly problem: string };

/** What is added to a draft. */
export interface GatheredContext extends Pick<AddedContext, 'text' | 'media' | 'note'> {
  readonly attachments?: readonly ContentBlock[];
}

/** What the composer gets. Each thing is in it once. */
export async function gatherContext(
  targets: readonly ContextTarget[],
  accepted: AcceptedMedia,
): Promise<GatheredContext> {
  const unique = [...new Map(targets.map((target) => [identityOf(target), target])).values()];
  const gathered = (
    await Promise.all(unique.slice(0, MAX_ADDED).map((target) => gather(target, accepted)))
  ).flat();
  const mentions = new Map(
    gathered.flatMap((each) => ('mention' in each ? [[each.mention.uri, mentionText(each.mention)]] : [])),
  );
  const attachments = gathered.flatMap((each) => ('block' in each ? [each.block] : []));
  const media = gathered.flatMap((each) => ('media' in each ? [each.media] : []));
  const problems = gathered.flatMap((each) => ('problem' in each ? [each.problem] : []));
  const note = noteOf(problems, unique.length);
  return {
    ...(mentions.size === 0 ? {} : { text: [...mentions.values()].join(' ') }),
    ...(attachments.length === 0 ? {} : { attachments }),
    ...(media.length === 0 ? {} : { media }),
    ...(note === undefined ? {} : { note }),
  };
}

/** A mention of what has no file. */
export function ownMention(name: string, uri: string): GatheredContext {
  return { text: mentionText({ name, uri }) };
}

function noteOf(problems: readonly string[], count: number): string | undefined {
  const [first, ...others] = problems;
  if (first !== undefined) return others.length === 0 ? first : attachStrings.andOthers(first, others.length);
  return count > MAX_ADDED ? attachStrings.tooMany(MAX_ADDED) : undefined;
}

function identityOf(target: ContextTarget): string {
  switch (target.kind) {
    case 'resource':
    case 'problem': {
      const { start, end } = target.range ?? {};
      return JSON.stringify([target.kind, localUri(target.uri).toString(), start?.line, end?.line]);
    }
    case 'change':
      return JSON.stringify(['resource', target.uri.toString(), undefined, undefined]);
    case 'changes':
      return JSON.stringify([target.kind, target.isStaged]);
    case 'text':
      return JSON.stringify([target.kind, target.name, target.text]);
  }
}

async function gather(target: ContextTarget, accepted: AcceptedMedia): Promise<readonly Gathered[]> {
  switch (target.kind) {
    case 'resource':
      return [await ofResource(target, accepted)];
    case 'change':
      return [await ofChange(target, accepted)];
    case 'changes':
      return [{ mention: changesMention(target.isStaged) }];
    case 'problem': {
      const uri = localUri(target.uri);
      const place = await ofResource({ kind: 'resource', uri, range: target.range }, accepted);
      if (!('mention' in place)) return [place];
      const query = `parley:/problems?file=${encodeURIComponent(uri.toString())}`;
      return [place, { mention: { name: attachStrings.problemsIn(basename(uri.path)), uri: query } }];
    }
    case 'text':
      return [textBlock(target.name, target.text)];
  }
}

export function changesMention(isStaged: boolean): Mention {
  return isStaged
    ? { name: attachStrings.stagedChanges(), uri: 'parley:/git/staged' }
    : { name: attachStrings.changes(), uri: 'parley:/git/working-tree' };
}

/** A file of Source Control; one that was deleted is in the changes alone. */
async function ofChange(
  { uri, isStaged }: Extract<ContextTarget, { kind: 'change' }>,
  accepted: AcceptedMedia,
): Promise<Gathered> {
  const isThere = uri.scheme !== 'file' || (await stat(uri.fsPath).catch(() => undefined)) !== undefined;
  return isThere ? ofResource({ kind: 'resource', uri }, accepted) : { mention: changesMention(isStaged) };
}

async function ofResource(
  target: Extract<ContextTarget, { kind: 'resource' }>,
  accepted: AcceptedMedia,
): Promise<Gathered> {
  const uri = localUri(target.uri);
  if (/^https?$/.test(uri.scheme)) return { mention: { name: uri.authority, uri: uri.toString() } };
  if (uri.scheme !== 'file') return ofDocument(uri, target.range);
  const name = basename(uri.fsPath);
  if (isOnOtherComputer(uri.fsPath, '')) return { problem: attachStrings.otherComputer(oneLine(name)) };
  const found = await stat(uri.fsPath).catch(() => undefined);
  if (found === undefined) return { problem: attachStrings.missing(oneLine(name)) };
  const media = target.range === undefined && found.isFile() ? mediaTypeOf(name, accepted) : undefined;
  if (media !== undefined) return readMedia(uri, media, found.size);
  const lines = linesOf(target.range);
  return {
    mention: mentionOfFile({
      uri: uri.with({ query: '', fragment: '' }).toString(),
      path: uri.path,
      isFolder: found.isDirectory(),
      ...(lines === undefined || found.isDirectory() ? {} : { lines }),
      ...(target.name === undefined ? {} : { name: target.name }),
    }),
  };
}

/** The type of what is attached as media, which depends on what the agent takes; undefined for a mention. */
function mediaTypeOf(name: string, accepted: AcceptedMedia): string | undefined {
  const extension = extname(name).toLowerCase();
  return (
    (accepted.image ? IMAGES.get(extension) : undefined) ??
    (accepted.audio ? AUDIO.get(extension) : undefined)
  );
}

async function readMedia(uri: vscode.Uri, mimeType: string, sizeBytes: number): Promise<Gathered> {
  const name = basename(uri.fsPath);
  if (sizeBytes > MAX_MEDIA_BYTES) {
    return { problem: attachStrings.tooLarge(oneLine(name), MAX_MEDIA_LABEL) };
  }
  const bytes = await readFile(uri.fsPath).catch(() => undefined);
  if (bytes === undefined) return { problem: attachStrings.missing(oneLine(name)) };
  return { media: { name, mimeType, bytes: new Uint8Array(bytes) } };
}

/** A document that is in no file, such as one that was never saved: its text is attached. */
async function ofDocument(uri: vscode.Uri, range: vscode.Range | undefined): Promise<Gathered> {
  const document = await Promise.resolve(vscode.workspace.openTextDocument(uri)).catch(() => undefined);
  const name = basename(uri.path);
  if (document === undefined) return { problem: attachStrings.unreadable(oneLine(name)) };
  return documentText(document, range);
}

/** The text of an open document, or of lines of it. */
export function documentText(
  document: vscode.TextDocument,
  range: vscode.Range | undefined,
): { readonly block: ContentBlock } | { readonly problem: string } {
  const name = basename(document.uri.path);
  const lines = linesOf(range);
  if (lines === undefined) return textBlock(name, document.getText());
  const { start, end } = lines;
  const whole = new vscode.Range(start - 1, 0, end - 1, Number.MAX_SAFE_INTEGER);
  return textBlock(
    `${name}:${start === end ? start : `${start}-${end}`}`,
    document.getText(document.validateRange(whole)),
  );
}

function textBlock(
  name: string,
  text: string,
): { readonly block: ContentBlock } | { readonly problem: string } {
  if (text.length > MAX_TEXT_LENGTH) {
    return { problem: attachStrings.tooLarge(oneLine(name), MAX_TEXT_LABEL) };
  }
  return { block: attachedText(name, text) };
}

/** In a remote window VS Code names the files of the remote machine, where extensions run, by an address of its own. */
function localUri(uri: vscode.Uri): vscode.Uri {
  return uri.scheme === 'vscode-remote' ? vscode.Uri.file(uri.path) : uri;
}
