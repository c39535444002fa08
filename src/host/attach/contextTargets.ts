// What "Add to Chat" was called on: the arguments that VS Code's menus and other extensions hand to a command.
import { isAbsolute } from 'node:path';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { failureTargets, isTest, testTargets, uriSchema } from './testTargets.ts';

/** A thing that can be added to a prompt. */
export type ContextTarget =
  | {
      readonly kind: 'resource';
      readonly uri: vscode.Uri;
      readonly range?: vscode.Range;
      readonly name?: string;
      /** Whether the lines are a merge conflict. */
      readonly isConflict?: true;
    }
  /** A file that Source Control lists; it may have been deleted. */
  | { readonly kind: 'change'; readonly uri: vscode.Uri; readonly isStaged: boolean }
  | { readonly kind: 'changes'; readonly isStaged: boolean }
  | { readonly kind: 'problem'; readonly uri: vscode.Uri; readonly range: vscode.Range }
  /** A text that has no address of its own. */
  | { readonly kind: 'text'; readonly name: string; readonly text: string };

const MAX_TARGETS = 1_000;
/** The most frames of a call stack, from the innermost. */
const MAX_FRAMES = 200;
/** For a debugger, which may be busy or gone. */
const STACK_TIMEOUT_MS = 5_000;

/** The address of lines that the commands of a quick fix name. */
const quickFixTarget = z.object({
  kind: z.enum(['problem', 'conflict']),
  uri: z.string(),
  /** 0-based. */
  startLine: z.number(),
  endLine: z.number(),
});

const variableContainer = z.object({
  variable: z.object({ name: z.string(), value: z.string(), type: z.optional(z.string()) }),
});
const frameTarget = z.object({
  frameName: z.string(),
  frameLocation: z.object({
    range: z.object({ startLineNumber: z.number(), endLineNumber: z.number() }),
    source: z.object({ path: z.optional(z.string()), name: z.optional(z.string()) }),
  }),
});
/** VS Code names a thread `thread:SESSION:NUMBER`, where the number is the debugger's. */
const threadTarget = z.object({ sessionId: z.string(), threadId: z.union([z.number(), z.string()]) });

/** What the arguments stand for, each thing once. Unknown ones count as absent. */
export async function contextTargets(raw: readonly unknown[]): Promise<readonly ContextTarget[]> {
  const targets: ContextTarget[] = [];
  for (const argument of raw.flat(2).slice(0, MAX_TARGETS)) targets.push(...(await targetsOf(argument)));
  return targets;
}

async function targetsOf(argument: unknown): Promise<readonly ContextTarget[]> {
  if (argument instanceof vscode.Uri) return [{ kind: 'resource', uri: argument }];
  if (typeof argument !== 'object' || argument === null) return [];
  if ('resourceStates' in argument) return groupTargets(argument);
  const state = resourceState.safeParse(argument);
  if (state.success) return [changeTarget(state.data)];
  if ('test' in argument && 'message' in argument) return failureTargets(argument.test, argument.message);
  if (isTest(argument)) return testTargets(argument);
  return plainTargets(argument);
}

/** What comes as plain data: lines of quick fixes, and what the debug views hand over. */
async function plainTargets(argument: object): Promise<readonly ContextTarget[]> {
  const lines = quickFixTarget.safeParse(argument);
  if (lines.success) {
    const { kind, uri, startLine, endLine } = lines.data;
    const place = { uri: vscode.Uri.parse(uri), range: new vscode.Range(startLine, 0, endLine, 1) };
    return [kind === 'problem' ? { kind, ...place } : { kind: 'resource', ...place, isConflict: true }];
  }
  const variable = variableContainer.safeParse(argument);
  if (variable.success) {
    const { name, value, type } = variable.data.variable;
    const typed = type === undefined || type === '' ? name : `${name}: ${type}`;
    return [{ kind: 'text', name, text: `${typed} = ${value}` }];
  }
  const frame = frameTarget.safeParse(argument);
  if (frame.success) return frameTargets(frame.data);
  const thread = threadTarget.safeParse(argument);
  return thread.success ? threadTargets(thread.data) : [];
}

/** Frames of a runtime itself, such as Node's, are in no file that can be read. */
async function frameTargets({
  frameName,
  frameLocation,
}: z.infer<typeof frameTarget>): Promise<readonly ContextTarget[]> {
  const { source, range } = frameLocation;
  const start = Math.max(0, range.startLineNumber - 1);
  const uri = source.path === undefined ? undefined : uriOf(source.path);
  if (uri === undefined || !(await isThere(uri))) {
    const text = `${frameName} (${placeOf(source)}:${range.startLineNumber})`;
    return [{ kind: 'text', name: frameName, text }];
  }
  const end = Math.max(start, range.endLineNumber - 1);
  return [{ kind: 'resource', uri, range: new vscode.Range(start, 0, end, 0) }];
}

/** In a remote window VS Code names the files of the remote machine by an address, which agents could not open. */
function placeOf({
  path,
  name,
}: { readonly path?: string | undefined; readonly name?: string | undefined } = {}): string {
  const uri = path === undefined ? undefined : uriOf(path);
  return uri !== undefined && /^(?:file|vscode-remote)$/.test(uri.scheme) ? uri.path : (path ?? name ?? '?');
}

function uriOf(path: string): vscode.Uri | undefined {
  if (isAbsolute(path)) return vscode.Uri.file(path);
  return /^[a-z][\w+.-]+:/i.test(path) ? vscode.Uri.parse(path) : undefined;
}

async function isThere(uri: vscode.Uri): Promise<boolean> {
  if (uri.scheme !== 'file') return true;
  return Promise.resolve(vscode.workspace.fs.stat(uri)).then(
    () => true,
    () => false,
  );
}

/** The call stack that a frame is in, for what is asked about the frame. */
export async function stackAround(argument: unknown): Promise<readonly ContextTarget[]> {
  const thread = threadTarget.safeParse(argument);
  return thread.success && frameTarget.safeParse(argument).success ? threadTargets(thread.data) : [];
}

const stackTrace = z.object({
  stackFrames: z.array(
    z.object({
      name: z.string(),
      line: z.number(),
      source: z.optional(z.object({ path: z.optional(z.string()), name: z.optional(z.string()) })),
    }),
  ),
});

/** The call stack of a thread, as the debugger reports it now. */
async function threadTargets({
  sessionId,
  threadId,
}: z.infer<typeof threadTarget>): Promise<readonly ContextTarget[]> {
  const { activeStackItem, activeDebugSession } = vscode.debug;
  const session = [activeStackItem?.session, activeDebugSession].find((each) => each?.id === sessionId);
  const thread = typeof threadId === 'number' ? threadId : Number(threadId.split(':').at(-1));
  if (session === undefined || !Number.isInteger(thread)) return [];
  const parsed = stackTrace.safeParse(
    await answerOf(session.customRequest('stackTrace', { threadId: thread, levels: MAX_FRAMES })),
  );
  if (!parsed.success || parsed.data.stackFrames.length === 0) return [];
  const lines = parsed.data.stackFrames
    .slice(0, MAX_FRAMES)
    .map(({ name, line, source }) => `${name} (${placeOf(source)}:${line})`);
  return [{ kind: 'text', name: `${session.name}.stack`, text: lines.join('\n') }];
}

/** Undefined where the debugger refuses, or does not answer in time. */
async function answerOf(request: Thenable<unknown>): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const timer = setTimeout(resolve, STACK_TIMEOUT_MS);
  request.then(resolve, () => resolve(undefined));
  return promise.finally(() => clearTimeout(timer));
}

/** A group of Source Control: one of Git's own, or the files in it. */
function groupTargets(group: object & { readonly resourceStates: unknown }): readonly ContextTarget[] {
  const id = 'id' in group ? group.id : undefined;
  if (id === 'index') return [{ kind: 'changes', isStaged: true }];
  if (id === 'workingTree') return [{ kind: 'changes', isStaged: false }];
  if (!Array.isArray(group.resourceStates)) return [];
  const states: readonly unknown[] = group.resourceStates.slice(0, MAX_TARGETS);
  return states.flatMap((state): readonly ContextTarget[] => {
    const parsed = resourceState.safeParse(state);
    return parsed.success ? [changeTarget(parsed.data)] : [];
  });
}

/** Git marks what is staged with this number. */
const GIT_INDEX = 1;

const resourceState = z.object({
  resourceUri: uriSchema,
  resourceGroupType: z.optional(z.unknown()),
});

function changeTarget({ resourceUri, resourceGroupType }: z.infer<typeof resourceState>): ContextTarget {
  return { kind: 'change', uri: resourceUri, isStaged: resourceGroupType === GIT_INDEX };
}
