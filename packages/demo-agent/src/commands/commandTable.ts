// The commands of the demo agent, and how the first word of a prompt finds one.
import type { AvailableCommand } from '@agentclientprotocol/sdk';
import type { DemoCommand } from './demoCommand.ts';
import { agents } from './agentsCommand.ts';
import { background } from './backgroundCommand.ts';
import { commitMessage, isCommitPrompt } from './commitMessageCommand.ts';
import { form } from './formCommand.ts';
import { edit } from './editCommand.ts';
import { explain } from './explainCommand.ts';
import { crash, fail, stop, stuck, unknown } from './failureCommands.ts';
import { image } from './imageCommand.ts';
import { limit } from './limitCommand.ts';
import { plan } from './planCommand.ts';
import { isPlanComments, propose, revise } from './proposeCommand.ts';
import { read } from './readCommand.ts';
import { run } from './runCommand.ts';
import { slow, stream, tools } from './streamCommands.ts';
import { chat, help } from './helpCommand.ts';
import { switchMode, compact, draft, fill, notice, title } from './sessionUpdateCommands.ts';
import { think } from './thinkCommand.ts';
import { outside } from './outsideCommand.ts';

const commands: readonly DemoCommand[] = [
  help(() => commands),
  explain,
  read,
  edit,
  run,
  outside,
  plan,
  propose,
  agents,
  background,
  form,
  think,
  slow,
  stream,
  tools,
  image,
  fill,
  compact,
  title,
  switchMode,
  notice,
  draft,
  fail,
  limit,
  stop,
  unknown,
  crash,
  stuck,
];

/** The commands as an ACP client offers them behind a slash. */
export const availableCommands: AvailableCommand[] = commands.map((command) => ({
  name: command.name,
  description: command.description,
  ...(command.argument === undefined ? {} : { input: { hint: command.argument } }),
}));

/**
 * Finds the command that a prompt begins with, in any case, with or without a slash or punctuation; a prompt that
 * begins with no command is talk.
 */
export function findCommand(text: string): { readonly command: DemoCommand; readonly argument: string } {
  if (isCommitPrompt(text)) return { command: commitMessage, argument: text };
  if (isPlanComments(text)) return { command: revise, argument: text };
  const [, word = '', argument = ''] =
    /^[\s/"'`*]*([?!]|[\p{L}\p{N}_-]*)["'`*.,:;!?]*\s*([^]*)$/u.exec(text) ?? [];
  const name = word.toLowerCase();
  const command = commands.find((each) => each.name === name || each.aliases?.includes(name) === true);
  return command === undefined ? { command: chat, argument: text } : { command, argument: argument.trim() };
}
