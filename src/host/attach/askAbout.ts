// "Fix" and "Explain": the prompt about what a quick fix or a menu of VS Code was opened on.
import * as vscode from 'vscode';
import { withoutMentions } from '../../core/mentions/withoutMentions.ts';
import type { AddedContext } from '../../core/panel/addedContext.ts';
import { oneLine } from '../../core/text/oneLine.ts';
import { visibleStart } from '../../core/text/visibleText.ts';
import { askStrings } from './askStrings.ts';
import { attachStrings } from './attachStrings.ts';
import { contextTargets, type ContextTarget, type SpecialSubject } from './contextTargets.ts';
import { gatherContext, type AcceptedMedia } from './gatherContext.ts';
import { lastTerminalCommand } from './terminalContext.ts';

export type AskRequest = 'fix' | 'explain';

/** What a prompt is about. */
type Subject = SpecialSubject | 'problem' | 'code';

/** Shown of the message of a problem, in UTF-16 code units, and of how many problems. */
const MAX_MESSAGE_CHARACTERS = 1_000;
const MAX_PROBLEMS = 20;

/**
 * The prompt and what goes with it. `raw` are the arguments of the command; without any it is about the problems at the
 * cursor, or else about what is selected there.
 */
export async function askAbout(
  request: AskRequest,
  raw: readonly unknown[],
  accepted: AcceptedMedia,
): Promise<AddedContext> {
  const targets = raw.length === 0 ? atCursor() : await contextTargets(raw);
  if (targets.length === 0) return { note: attachStrings.nothingToAdd() };
  const subject = subjectOf(targets);
  const context = await gatherContext(withoutFiles(targets, subject), accepted);
  if (context.text === undefined && context.attachments === undefined) return context;
  const messages = subject === 'problem' ? targets.flatMap(messagesOf) : [];
  const text = [`${askStrings[request][subject]()} ${context.text ?? ''}`.trim(), ...messages].join('\n');
  return { ...context, text };
}

/** The prompt about the last command of the active terminal. */
export async function askAboutCommand(request: AskRequest): Promise<AddedContext> {
  const context = await lastTerminalCommand();
  if (context === undefined) return { note: attachStrings.nothingInTerminal() };
  return { ...context, text: askStrings[request].command() };
}

function subjectOf(targets: readonly ContextTarget[]): Subject {
  for (const target of targets) if ('about' in target && target.about !== undefined) return target.about;
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
      return `- ${withoutMentions(source === undefined ? said : `${said} (${source})`)}`;
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
