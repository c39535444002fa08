// Starts the extensions of a language, whose features answer nothing before.
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { readProject } from '../diagnostics/typescriptDiagnostics.ts';

/** An extension that takes longer is not waited for. */
const ACTIVATION_TIMEOUT_MS = 10_000;

/** How often, and in which steps, a language that was just started is asked again while it answers nothing. */
const WARM_UP_TRIES = 6;
const WARM_UP_INTERVAL_MS = 500;

const manifest = z.object({ activationEvents: z.optional(z.array(z.string())) });

/** The languages that were asked before, so that what they do not answer is final. */
const asked = new Set<string>();

/** Starts what a language of VS Code starts with a document of it. Resolves to whether it was started before. */
async function awakenLanguage(languageId: string): Promise<boolean> {
  if (asked.has(languageId)) return true;
  const events = new Set([`onLanguage:${languageId}`, 'onLanguage']);
  const asleep = vscode.extensions.all.filter(({ isActive, packageJSON }) => {
    const { activationEvents = [] } = manifest.safeParse(packageJSON).data ?? {};
    return !isActive && activationEvents.some((event) => events.has(event));
  });
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ACTIVATION_TIMEOUT_MS);
  });
  // One that fails to start is reported by VS Code.
  await Promise.race([Promise.allSettled(asleep.map((each) => each.activate())), timeout]);
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
