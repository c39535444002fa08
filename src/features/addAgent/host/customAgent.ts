// Asks for the command of a custom agent, step by step, and tries it before it is saved.
import { isAbsolute } from 'node:path';
import { splitCommandLine } from '../../../core/text/splitCommandLine.ts';
import { commandLineText } from '../../../core/text/commandLineText.ts';
import type { AgentEntry } from '../../../core/settings/agentEntry.ts';
import { addAgentStrings } from './addAgentStrings.ts';
import type { AddAgentServices } from './addAgentServices.ts';
import { nameAndConfirm, tryEntry, withTrial } from './addAgentEntry.ts';
import { nameOf } from './askName.ts';
import { askSteps, type Step } from '../../../host/window/inputSteps.ts';
import { writeAgent } from './userAgents.ts';

/** It may have to be downloaded; for `npx`, where that is known, there is more time. */
const TIMEOUT_SECONDS = 120;

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
    if (result === 'retry') continue;
    if (result === 'cancelled') return undefined;
    const name = await nameAndConfirm(addAgentStrings.customTitle(), result.name, entry);
    if (name === undefined) return undefined;
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

/** Resolves to what the agent is called; to `'retry'` when it does not work and the user corrects the command. */
function tryCommand(
  entry: AgentEntry,
  services: AddAgentServices,
): Promise<{ readonly name: string } | 'cancelled' | 'retry'> {
  const name = entry.command.split(/[\\/]/).at(-1) ?? entry.command;
  return withTrial({ name, again: addAgentStrings.editCommand(), services }, async (signal, report) => {
    const tried = { name, entry, timeoutSeconds: TIMEOUT_SECONDS };
    const description = await tryEntry(tried, { services, signal, report });
    return { name: nameOf(description) || name };
  });
}
