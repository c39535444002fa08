// What "Add to Chat" was called on: the arguments that VS Code's menus and other extensions hand to a command.
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { attachStrings } from './attachStrings.ts';

/** A thing that can be added to a prompt. */
export type ContextTarget =
  | {
      readonly kind: 'resource';
      readonly uri: vscode.Uri;
      readonly range?: vscode.Range;
      readonly name?: string;
      readonly about?: SpecialSubject;
    }
  /** A file that Source Control lists; it may have been deleted. */
  | { readonly kind: 'change'; readonly uri: vscode.Uri; readonly isStaged: boolean }
  | { readonly kind: 'changes'; readonly isStaged: boolean }
  | { readonly kind: 'problem'; readonly uri: vscode.Uri; readonly range: vscode.Range }
  /** A text that has no address of its own. */
  | { readonly kind: 'text'; readonly name: string; readonly text: string; readonly about?: SpecialSubject };

/** What a place or a text is besides: the lines of a merge conflict, or of a failed test and what it says. */
export type SpecialSubject = 'conflict' | 'test';

const MAX_TARGETS = 1_000;

const uriSchema = z.custom<vscode.Uri>((value) => value instanceof vscode.Uri);

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
const threadTarget = z.object({ sessionId: z.string(), threadId: z.number() });

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
  if ('label' in argument && 'children' in argument && 'id' in argument) return testTargets(argument);
  return plainTargets(argument);
}

/** What comes as plain data: lines of quick fixes, and what the debug views hand over. */
async function plainTargets(argument: object): Promise<readonly ContextTarget[]> {
  const lines = quickFixTarget.safeParse(argument);
  if (lines.success) {
    const { kind, uri, startLine, endLine } = lines.data;
    const place = { uri: vscode.Uri.parse(uri), range: new vscode.Range(startLine, 0, endLine, 1) };
    return [kind === 'problem' ? { kind, ...place } : { kind: 'resource', ...place, about: kind }];
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

function frameTargets({ frameName, frameLocation }: z.infer<typeof frameTarget>): readonly ContextTarget[] {
  const { source, range } = frameLocation;
  const start = Math.max(0, range.startLineNumber - 1);
  if (source.path === undefined) {
    const place = `${source.name ?? ''}:${range.startLineNumber}`;
    return [{ kind: 'text', name: frameName, text: `${frameName} (${place})` }];
  }
  const uri = /^[a-z][\w+.-]+:/i.test(source.path)
    ? vscode.Uri.parse(source.path)
    : vscode.Uri.file(source.path);
  const end = Math.max(start, range.endLineNumber - 1);
  return [{ kind: 'resource', uri, range: new vscode.Range(start, 0, end, 0) }];
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
  const session = vscode.debug.activeDebugSession;
  if (session === undefined || session.id !== sessionId) return [];
  const answer = await Promise.resolve(session.customRequest('stackTrace', { threadId })).catch(
    () => undefined,
  );
  const parsed = stackTrace.safeParse(answer);
  if (!parsed.success || parsed.data.stackFrames.length === 0) return [];
  const lines = parsed.data.stackFrames.map(
    ({ name, line, source }) => `${name} (${source?.path ?? source?.name ?? '?'}:${line})`,
  );
  return [{ kind: 'text', name: `${session.name}.stack`, text: lines.join('\n') }];
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

const testItem = z.object({
  label: z.string(),
  uri: uriSchema,
  range: z.optional(z.instanceof(vscode.Range)),
});

/** Tests that are in no file have children that are. */
function testTargets(test: unknown): readonly Extract<ContextTarget, { kind: 'resource' }>[] {
  const parsed = testItem.safeParse(test);
  if (!parsed.success) return [];
  const { label: name, uri, range } = parsed.data;
  return [{ kind: 'resource', uri, name, ...(range === undefined ? {} : { range }) }];
}

const testMessage = z.object({
  message: z.union([z.string(), z.object({ value: z.string() })]),
  expectedOutput: z.optional(z.string()),
  actualOutput: z.optional(z.string()),
});

/** A failed test: where it is, and what it says. */
function failureTargets(test: unknown, message: unknown): readonly ContextTarget[] {
  const place = testTargets(test).map((target): ContextTarget => ({ ...target, about: 'test' }));
  const parsed = testMessage.safeParse(message);
  if (!parsed.success) return place;
  const { message: said, expectedOutput, actualOutput } = parsed.data;
  const text = [
    typeof said === 'string' ? said : said.value,
    ...(expectedOutput === undefined ? [] : [attachStrings.expected(expectedOutput)]),
    ...(actualOutput === undefined ? [] : [attachStrings.actual(actualOutput)]),
  ].join('\n\n');
  const named = place[0]?.kind === 'resource' ? place[0].name : undefined;
  return text.trim() === ''
    ? place
    : [...place, { kind: 'text', name: named ?? 'test', text, about: 'test' }];
}
