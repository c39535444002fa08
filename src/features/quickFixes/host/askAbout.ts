// "Fix" and "Explain": the prompt about what a quick fix or a menu of VS Code was opened on.
import * as vscode from 'vscode';
import { withoutMentions } from '../../../core/mentions/withoutMentions.ts';
import { oneLine } from '../../../core/text/oneLine.ts';
import { visibleStart } from '../../../core/text/visibleText.ts';
import { askStrings } from './askStrings.ts';
import { attachStrings } from '../../../host/attach/attachStrings.ts';
import { contextTargets, stackAround, type ContextTarget } from '../../../host/attach/contextTargets.ts';
import {
  gatherContext,
  type AcceptedMedia,
  type GatheredContext,
} from '../../../host/attach/gatherContext.ts';
import { lastTerminalCommand } from '../../../host/attach/terminalContext.ts';
import { testName } from '../../../host/attach/testTargets.ts';

export type AskRequest = 'fix' | 'explain';

/** What a prompt is about. */
type Subject = 'conflict' | 'test' | 'problem' | 'code';

/** Shown of the message of a problem, in UTF-16 code units, and of how many problems. */
const MAX_MESSAGE_CHARACTERS = 1_000;
const MAX_PROBLEMS = 20;
/** Tests that a prompt names. */
const MAX_TESTS = 20;

/**
 * The prompt and what goes with it. `raw` are the arguments of the command; without any it is about the problems at the
 * cursor, or else about what is selected there.
 */
export async function askAbout(
  request: AskRequest,
  raw: readonly unknown[],
  accepted: AcceptedMedia,
): Promise<GatheredContext> {
  const named = raw.length === 0 ? atCursor() : await contextTargets(raw);
  const stacks = await Promise.all(raw.map(stackAround));
  const targets = [...named, ...stacks.flat()];
  const tests = raw.flat(2).flatMap((argument) => testName(argument) ?? []);
  if (targets.length === 0 && tests.length === 0) return { note: attachStrings.nothingToAdd() };
  const subject = tests.length > 0 ? 'test' : subjectOf(targets);
  const context = await gatherContext(withoutFiles(targets, subject), accepted);
  if (context.text === undefined && context.attachments === undefined && tests.length === 0) return context;
  const lines = [...tests.slice(0, MAX_TESTS), ...(subject === 'problem' ? targets.flatMap(messagesOf) : [])];
  const text = [
    `${askStrings[request][subject]()} ${context.text ?? ''}`.trim(),
    ...lines.map((line) => `- ${withoutMentions(line)}`),
  ].join('\n');
  return { ...context, text };
}

/** The prompt about the last command of the active terminal. */
export async function askAboutCommand(request: AskRequest): Promise<GatheredContext> {
  const context = await lastTerminalCommand();
  if (context === undefined) return { note: attachStrings.nothingInTerminal() };
  return { ...context, text: askStrings[request].command() };
}

function subjectOf(targets: readonly ContextTarget[]): Subject {
  if (targets.some((target) => target.kind === 'resource' && target.isConflict)) return 'conflict';
  return targets.some(({ kind }) => kind === 'problem') ? 'problem' : 'code';
}

/** The message of a problem is in the prompt: the other problems of its file are left out. */
function withoutFiles(targets: readonly ContextTarget[], subject: Subject): readonly ContextTarget[] {
  if (subject !== 'problem') return targets;
  return targets.map((target) =>
    target.kind === 'problem' ? { kind: 'resource', uri: target.uri, range: target.range } : target,
  );
}

/** What the problems at a place say, a line each. */
function messagesOf(target: ContextTarget): readonly string[] {
  if (target.kind !== 'problem') return [];
  return vscode.languages
    .getDiagnostics(target.uri)
    .filter(
      ({ range }) => range.start.line <= target.range.end.line && range.end.line >= target.range.start.line,
    )
    .slice(0, MAX_PROBLEMS)
    .map(({ message, source }) => {
      const said = visibleStart(oneLine(message), MAX_MESSAGE_CHARACTERS);
      return source === undefined ? said : `${said} (${source})`;
    });
}

function atCursor(): readonly ContextTarget[] {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return [];
  const { document, selection } = editor;
  const { uri } = document;
  const here = vscode.languages.getDiagnostics(uri).filter(({ range }) => range.intersection(selection));
  const [first] = here;
  if (first !== undefined) return [{ kind: 'problem', uri, range: first.range }];
  return [{ kind: 'resource', uri, range: selection }];
}
