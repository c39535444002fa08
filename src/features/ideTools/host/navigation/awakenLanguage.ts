// Starts the extensions of a language, whose features answer nothing before.
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { OpenedFile } from '../documents/openedFile.ts';
import { readProject } from '../diagnostics/typescriptDiagnostics.ts';

/** An extension that takes longer is not waited for. */
const ACTIVATION_TIMEOUT_MS = 10_000;

/** How often, and in which steps, a language that was just started is asked again while it answers nothing. */
const WARM_UP_TRIES = 6;
const WARM_UP_INTERVAL_MS = 500;

const manifest = z.object({ activationEvents: z.optional(z.array(z.string())) });

/** The languages that were asked before, so that what they do not answer is final. */
const asked = new Set<string>();

/** Languages whose extension was still starting when it was not waited for any more. */
const starting = new Set<string>();

/** The extensions that start with a document of a language. */
function startedBy(languageId: string): readonly vscode.Extension<unknown>[] {
  const events = new Set([`onLanguage:${languageId}`, 'onLanguage']);
  return vscode.extensions.all.filter(({ packageJSON }) => {
    const { activationEvents = [] } = manifest.safeParse(packageJSON).data ?? {};
    return activationEvents.some((event) => events.has(event));
  });
}

/**
 * Whether VS Code has started extensions just now, as it opened the document: no other of its language is open. They may
 * be active already and not have read anything yet.
 */
export function isJustStarted({ document, isFresh }: OpenedFile): boolean {
  const { languageId } = document;
  const isOther = (other: vscode.TextDocument): boolean =>
    other !== document && other.languageId === languageId;
  return isFresh && !vscode.workspace.textDocuments.some(isOther) && startedBy(languageId).length > 0;
}

/** Starts what a language of VS Code starts with a document of it. Resolves to whether it was started before. */
async function awakenLanguage(languageId: string): Promise<boolean> {
  if (asked.has(languageId)) return !starting.has(languageId);
  const asleep = startedBy(languageId).filter(({ isActive }) => !isActive);
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ACTIVATION_TIMEOUT_MS);
  });
  // One that fails to start is reported by VS Code.
  starting.add(languageId);
  const started = Promise.allSettled(asleep.map((each) => each.activate())).then(() => {
    starting.delete(languageId);
  });
  await Promise.race([started, timeout]);
  clearTimeout(timer);
  asked.add(languageId);
  return asleep.length === 0;
}

export interface Asking<T> {
  readonly ask: () => Promise<T>;
  readonly isEmpty: (answer: T) => boolean;
  /** Whether the answer counts although a language has not read its project in time; else that is an error. */
  readonly isPartial?: boolean;
}

/** What the documents' languages answer; while `isEmpty`, they are asked again where one may have just started. */
export async function askAwake<T>(
  documents: readonly vscode.TextDocument[],
  signal: AbortSignal,
  { ask, isEmpty, isPartial = false }: Asking<T>,
): Promise<{ readonly answer: T; readonly isAwake: boolean; readonly isFirst: boolean }> {
  const isFirst = documents.some(({ languageId }) => !asked.has(languageId));
  const started = documents.map(async (document) => {
    const isAwake = await awakenLanguage(document.languageId);
    const read = readProject(document, signal).then(() => isAwake);
    return await (isPartial ? read.catch(() => false) : read);
  });
  const isAwake = (await Promise.all(started)).every(Boolean);
  signal.throwIfAborted();
  // An extension that is active may still be starting its server.
  for (let tries = isFirst ? 1 : WARM_UP_TRIES; ; tries++) {
    const answer = await ask();
    if (!isEmpty(answer) || tries >= WARM_UP_TRIES || signal.aborted) return { answer, isAwake, isFirst };
    await new Promise((resolve) => setTimeout(resolve, WARM_UP_INTERVAL_MS));
  }
}
