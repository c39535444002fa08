// The commands of the demo agent, and how the first word of a prompt finds one.
import type { AvailableCommand } from '@agentclientprotocol/sdk';
import type { DemoCommand } from './command.ts';
import { chat, help } from './talk.ts';
import { slow } from './streaming.ts';
import { think } from './thinking.ts';

const commands: readonly DemoCommand[] = [help(() => commands), think, slow];

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
  const [, word = '', argument = ''] =
    /^[\s/"'`*]*(\?|[\p{L}\p{N}_-]*)["'`*.,:;!?]*\s*([^]*)$/u.exec(text) ?? [];
  const name = word.toLowerCase();
  const command = commands.find((each) => each.name === name || each.aliases?.includes(name) === true);
  return command === undefined ? { command: chat, argument: text } : { command, argument: argument.trim() };
}
