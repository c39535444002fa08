// The command that changes a file: shows the difference, asks, and writes when it may.
import { randomUUID } from 'node:crypto';
import type { ToolCallContent } from '@agentclientprotocol/sdk';
import { textEditOf } from '../tools/textEdit.ts';
import type { DemoCommand } from './demoCommand.ts';
import { FileError, locate, fileNamedIn, readText, writeText } from '../tools/demoFiles.ts';
import { isAllowed } from '../tools/askPermission.ts';
import type { DemoTurn } from '../session/demoTurn.ts';

export const edit: DemoCommand = {
  name: 'edit',
  aliases: ['change'],
  argument: 'FILE [replace OLD with NEW]',
  description: 'Propose a change as a diff, and write it when you allow it',
  async run(turn) {
    // What is replaced is no file name, even where a file is called so.
    const [place = ''] = turn.prompt.argument.split(/\breplace\b/i);
    const file = await fileNamedIn(turn, place);
    if (file === undefined) {
      await turn.say('Which file? For example, enter `edit README.md`.');
      return undefined;
    }
    try {
      await turn.say(await editFile(turn, file));
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      await turn.say(error.message);
    }
    return undefined;
  },
};

/** Edits the file if it may, and returns the answer. `argument`: what is to be replaced. Rejects with FileError. */
export async function editFile(
  turn: DemoTurn,
  file: string,
  argument = turn.prompt.argument,
): Promise<string> {
  const { path, name } = await locate(turn, file, 'read');
  const before = await textOrNothing(turn, file);
  const change = textEditOf(name, before ?? '', argument);
  if ('why' in change) return change.why;

  const toolCallId = randomUUID();
  const diff: ToolCallContent = { type: 'diff', path, oldText: before ?? null, newText: change.text };
  const toolCall = {
    toolCallId,
    title: before === undefined ? `Create ${name}` : `Edit ${name}`,
    kind: 'edit' as const,
    status: 'pending' as const,
    content: [diff],
    locations: [{ path }],
    rawInput: { path },
  };
  await turn.update({ sessionUpdate: 'tool_call', ...toolCall });
  if (!(await isAllowed(turn, 'edit', toolCall))) {
    await turn.update({ sessionUpdate: 'tool_call_update', toolCallId, status: 'failed' });
    return `You rejected it, so \`${name}\` is as it was.`;
  }
  await turn.update({ sessionUpdate: 'tool_call_update', toolCallId, status: 'in_progress' });
  try {
    // Read again: what was written while the question stood open must not be lost.
    if ((await textOrNothing(turn, file)) !== before) {
      throw new FileError(
        `\`${name}\` was changed meanwhile, so I left it alone. Ask again to edit it as it is now.`,
      );
    }
    const by = await writeText(turn, file, change.text);
    await turn.update({ sessionUpdate: 'tool_call_update', toolCallId, status: 'completed' });
    return `Done: the change ${change.what}. ${by}`;
  } catch (error) {
    turn.signal.throwIfAborted();
    await turn.update({ sessionUpdate: 'tool_call_update', toolCallId, status: 'failed' });
    throw error;
  }
}

/** The text of a file, or undefined where there is no such file. */
async function textOrNothing(turn: DemoTurn, file: string): Promise<string | undefined> {
  try {
    return (await readText(turn, file)).text;
  } catch (error) {
    if (error instanceof FileError && error.missing) return undefined;
    throw error;
  }
}
