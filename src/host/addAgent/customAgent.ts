// Asks for the command of a custom agent, step by step, and tries it before it is saved.
import { isAbsolute } from 'node:path';
import * as vscode from 'vscode';
import { describeError } from '../../core/errors.ts';
import { splitCommandLine } from '../../core/text/splitCommandLine.ts';
import { commandLineText } from '../../core/text/commandLineText.ts';
import { oneLine } from '../../core/text/oneLine.ts';
import { spelledOut } from '../../core/text/spelledOut.ts';
import type { AgentEntry } from '../../registry/list/installChoice.ts';
import { escapeForNotification } from '../window/escapeForNotification.ts';
import { addAgentStrings } from './addAgentStrings.ts';
import type { AddAgentServices } from './addAgentServices.ts';
import { confirmEntry, failureDetail, tryEntry } from './addEntry.ts';
import { askSteps, type Step } from './inputSteps.ts';
import { freeName, userAgents, writeAgent } from './userAgents.ts';

/** It may have to be downloaded by `npx`. */
const TIMEOUT_SECONDS = 120;

const MAX_NAME = 100;

/** What the user entered, as text. */
interface Command {
  readonly program: string;
  readonly args: string;
  readonly folder: string;
}

/** Resolves to the name of the agent that was added; undefined when it was not. */
export async function addCustomAgent(services: AddAgentServices): Promise<string | undefined> {
  let command: Command = { program: '', args: '', folder: '' };
  for (;;) {
    const entered = await askCommand(command);
    if (entered === undefined) return undefined;
    command = entered;
    const entry = entryOf(command);
    const result = await tryCommand(entry, services);
    if (result === 'edit') continue;
    if (result === undefined) return undefined;
    const name = await askName(freeName(result.name));
    if (name === undefined) return undefined;
    const isConfirmed = await confirmEntry({
      name,
      entry,
      notes: [],
      question: addAgentStrings.confirmAdd(spelledOut(name)),
      confirm: addAgentStrings.add(),
      timeoutSeconds: TIMEOUT_SECONDS,
    });
    if (!isConfirmed) return undefined;
    await writeAgent(name, entry);
    return name;
  }
}

async function askCommand(initial: Command): Promise<Command | undefined> {
  const steps: readonly Step[] = [
    {
      prompt: addAgentStrings.programPrompt(),
      value: initial.program,
      problem: (text) => programProblem(text),
      // A whole command line is taken apart.
      next: (text, values) => {
        const [program = '', first, ...rest] = splitProgram(text);
        return first === undefined ? values : [program, commandLineText(first, rest), ...values.slice(2)];
      },
    },
    {
      prompt: addAgentStrings.argumentsPrompt(),
      value: initial.args,
      problem: (text) => (splitCommandLine(text) === undefined ? addAgentStrings.programQuote() : undefined),
    },
    {
      prompt: addAgentStrings.folderPrompt(),
      value: initial.folder,
      problem: (text) =>
        text.trim() === '' ||
        isAbsolute(text.trim()) ||
        /^\$\{(?:workspaceFolder|userHome)\}/.test(text.trim())
          ? undefined
          : addAgentStrings.folderNotAbsolute(),
    },
  ];
  const values = await askSteps(addAgentStrings.customTitle(), steps);
  if (values === undefined) return undefined;
  const [program = '', args = '', folder = ''] = values;
  return { program: splitProgram(program)[0] ?? '', args, folder: folder.trim() };
}

function programProblem(text: string): string | undefined {
  if (text.trim() === '') return addAgentStrings.programMissing();
  return splitCommandLine(text) === undefined ? addAgentStrings.programQuote() : undefined;
}

/** A path may have blanks: only what begins with a bare name, or is quoted, is a command line. */
function splitProgram(text: string): readonly string[] {
  const trimmed = text.trim();
  return isAbsolute(trimmed) ? [trimmed] : (splitCommandLine(trimmed) ?? [trimmed]);
}

function entryOf({ program, args, folder }: Command): AgentEntry {
  const words = splitCommandLine(args) ?? [];
  return {
    command: program,
    ...(words.length === 0 ? {} : { args: words }),
    ...(folder === '' ? {} : { cwd: folder }),
  };
}

/** Resolves to what the agent is called; to `edit` when it does not work and the user corrects the command. */
async function tryCommand(
  entry: AgentEntry,
  services: AddAgentServices,
): Promise<{ readonly name: string } | 'edit' | undefined> {
  const program = entry.command.split(/[\\/]/).at(-1) ?? entry.command;
  const stop = new AbortController();
  try {
    return await vscode.window.withProgress(
      {
        location: vscode.ProgressLocation.Notification,
        title: addAgentStrings.adding(escapeForNotification(program)),
        cancellable: true,
      },
      async (progress, token) => {
        token.onCancellationRequested(() => stop.abort());
        const description = await tryEntry(
          { name: program, entry, notes: [], timeoutSeconds: TIMEOUT_SECONDS },
          { services, signal: stop.signal, report: (message) => progress.report({ message }) },
        );
        return { name: oneLine((description?.title ?? '').slice(0, MAX_NAME)) || program };
      },
    );
  } catch (error) {
    return stop.signal.aborted ? undefined : await reportFailure(program, error, services);
  }
}

async function reportFailure(
  program: string,
  error: unknown,
  { logs }: AddAgentServices,
): Promise<'edit' | undefined> {
  const { message, detail = '' } = describeError(error);
  const [edit, showLog] = [addAgentStrings.editCommand(), addAgentStrings.showLog()];
  const answer = await vscode.window.showErrorMessage(
    addAgentStrings.notAdded(spelledOut(program), message),
    { modal: true, detail: failureDetail(detail) },
    edit,
    showLog,
  );
  if (answer === showLog) logs.show(program);
  return answer === edit ? 'edit' : undefined;
}

async function askName(proposed: string): Promise<string | undefined> {
  const values = await askSteps(addAgentStrings.customTitle(), [
    {
      prompt: addAgentStrings.namePrompt(),
      value: proposed,
      problem: (text) => {
        const name = text.trim();
        if (name === '') return addAgentStrings.nameMissing();
        return Object.hasOwn(userAgents(), name) || freeName(name) !== name
          ? addAgentStrings.nameTaken(spelledOut(name))
          : undefined;
      },
    },
  ]);
  return values?.[0]?.trim();
}
