// Starts the extensions of a language, whose features answer nothing before.
import * as vscode from 'vscode';
import * as z from 'zod/mini';

/** An extension that takes longer is not waited for. */
const ACTIVATION_TIMEOUT_MS = 10_000;

const manifest = z.object({ activationEvents: z.optional(z.array(z.string())) });

/** The languages whose extensions were started here, so that what they do not answer is final. */
const awake = new Set<string>();

/** Starts what a language of VS Code starts with a document of it. Resolves to whether the language was awake before. */
export async function awakenLanguage(languageId: string): Promise<boolean> {
  if (awake.has(languageId)) return true;
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
  awake.add(languageId);
  return asleep.length === 0;
}
