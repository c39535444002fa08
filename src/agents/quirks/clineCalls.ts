// Tool calls of Cline: its titles are cut JSON, and what they are about stands only in their input.
import { join } from 'node:path';
import * as z from 'zod/mini';
import { isAbsolutePath, pathStyleOf } from '../../core/paths/pathContainment.ts';
import type { ToolCallPatch } from '../../core/session/toolCall/state.ts';
import { patchContent, readPatch, type FilePatch } from './applyPatch.ts';

const readFiles = z.strictObject({
  files: z.array(z.object({ path: z.string().check(z.minLength(1)) })).check(z.minLength(1)),
});
const applyPatch = z.strictObject({ input: z.string() });

/** A call with the files that it reads, and the changes of the patch that it applies. */
export function readClineCall(call: ToolCallPatch, cwd: string | undefined): ToolCallPatch {
  const { rawInput, title = '' } = call;
  const files = readFiles.safeParse(rawInput).data?.files;
  if (files !== undefined) {
    const locations = files.map(({ path }) => ({ path: absolute(path, cwd) }));
    return { ...call, kind: kindOf(call, 'read'), locations: call.locations ?? locations };
  }
  const text = title.startsWith('apply_patch') ? applyPatch.safeParse(rawInput).data?.input : undefined;
  const patches = text === undefined ? undefined : readPatch(text);
  return patches === undefined ? call : withPatches(call, patches, cwd);
}

function withPatches(
  call: ToolCallPatch,
  patches: readonly FilePatch[],
  cwd: string | undefined,
): ToolCallPatch {
  const files = patches.map((file) => ({ ...file, path: absolute(file.path, cwd) }));
  const kinds = new Set(files.map(({ kind }) => kind));
  const [kind = 'edit'] = kinds;
  return {
    ...call,
    kind: kindOf(call, kinds.size === 1 ? kind : 'edit'),
    locations: call.locations ?? [...new Set(files.map(({ path }) => path))].map((path) => ({ path })),
    content: call.content ?? patchContent(files),
  };
}

function kindOf({ kind }: ToolCallPatch, known: string): string {
  return kind === undefined || kind === 'other' ? known : kind;
}

function absolute(path: string, cwd: string | undefined): string {
  return cwd === undefined || isAbsolutePath(path, pathStyleOf(cwd)) ? path : join(cwd, path);
}
