// What an agent may write: asks for it, and asks anew where the file changed while the user read the question.
import { mergedTexts } from '../../core/changes/threeWay.ts';
import { visiblePath } from '../../core/paths/visiblePath.ts';
import type { ProposedTexts } from '../../core/ports/clientRequests.ts';
import { FileAccessError, type FileRequest } from '../../core/ports/fileAccess.ts';
import { isSameText } from '../../core/text/lineEndings.ts';
import { resolvePath } from '../../files/containedPath.ts';
import { fitted } from '../../files/textCodec.ts';
import { watchFile } from './fileChanges.ts';

/** A text that may be written, and the one that it was made from. */
export interface PlannedWrite {
  /** Undefined where there was no text. */
  readonly base: string | undefined;
  /** The base as it was saved, where that is another text: it counts where the base itself cannot be merged. */
  readonly savedBase?: string | undefined;
  readonly content: string;
}

export interface WriteQuestion extends PlannedWrite {
  readonly real: string;
  readonly isInside: boolean;
  /** The text that there is now; undefined when there is none or it cannot be shown. Never rejects. */
  readonly textNow: () => Promise<string | undefined>;
}

/** Resolves to what may be written. Rejects with a FileAccessError when the agent may not. */
export async function permittedWrite(request: FileRequest, question: WriteQuestion): Promise<PlannedWrite> {
  const { real, isInside, base, savedBase, content, textNow } = question;
  let shown: ProposedTexts | undefined;
  const proposal = {
    texts: async () => {
      const before = await textNow();
      // Where the user's lines and the agent's overlap, the user decides about the agent's text.
      shown = { before, content: merged(question, before) ?? content };
      return shown;
    },
    onChange: (changed: () => void) => watchFile(real, request.path, changed),
  };
  for (;;) {
    const permit = await request.permit({ use: 'write', content, real, isInside, proposal });
    await requireSamePath(request, real);
    if (shown === undefined) return { base, savedBase, content: permit.content ?? content };
    const { before } = shown;
    const isAsShown = isSame(await textNow(), before);
    // What the user made of a proposal is theirs: it is merged, not asked about again.
    if (isAsShown || permit.content !== undefined)
      return { base: before, content: permit.content ?? shown.content };
    shown = undefined;
  }
}

/**
 * The text to write where `current` is there by now, with the line ends of `like`. Throws a FileAccessError `conflict`
 * where the same lines were changed since the text was planned.
 */
export function textFor(
  plan: PlannedWrite,
  current: string | undefined,
  path: string,
  like = current ?? '',
): string {
  const text = merged(plan, current, like);
  if (text !== undefined) return text;
  throw new FileAccessError(
    'conflict',
    `${visiblePath(path)} was changed in the same lines, by the user or by another program. ` +
      'Read it again, and apply your change to what it says now.',
  );
}

/** While the user was asked the path may have changed; they allowed its earlier target. */
export async function requireSamePath(request: FileRequest, real: string): Promise<void> {
  const again = await resolvePath(request.path, request.session.roots);
  if (again.real !== real) {
    throw new FileAccessError(
      'ambiguous',
      `${visiblePath(request.path)} points to another file than before.`,
    );
  }
  if (request.signal.aborted) throw withdrawn(request.path);
}

/** The error for a request that the agent cancelled. */
export function withdrawn(path: string): FileAccessError {
  return new FileAccessError('cancelled', `The request for ${visiblePath(path)} was withdrawn.`);
}

/** Undefined where the plan and what is there by now changed the same lines. */
function merged(
  { base, savedBase, content }: PlannedWrite,
  current: string | undefined,
  like = current ?? '',
): string | undefined {
  const text = fitted(content, like);
  if (base === undefined || current === undefined || isSameText(base, current)) return text;
  const both = mergedTexts(fitted(base, like), fitted(current, like), text);
  if (both !== undefined || savedBase === undefined) return both;
  return mergedTexts(fitted(savedBase, like), fitted(current, like), text);
}

function isSame(left: string | undefined, right: string | undefined): boolean {
  return left === undefined || right === undefined ? left === right : isSameText(left, right);
}
