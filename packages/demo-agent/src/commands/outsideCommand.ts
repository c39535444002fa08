// The command that writes outside the session's folder without asking: it is the client that has to ask.
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import type { DemoCommand } from './demoCommand.ts';
import { FileError, locate, writeText } from '../tools/demoFiles.ts';

/** Written when no file is named. Relative to the session's folder. */
const DEFAULT_FILE = '../parley-demo.txt';

const TEXT = 'Written by the Parley demo agent, because you allowed it.\n';

export const outside: DemoCommand = {
  name: 'outside',
  argument: 'FILE',
  description: 'Write a file outside the folder without asking, so that Parley asks you',
  async run(turn) {
    const file = turn.prompt.argument === '' ? DEFAULT_FILE : turn.prompt.argument;
    const toolCallId = randomUUID();
    try {
      const { path } = await locate(turn, file, 'write');
      await turn.update({
        sessionUpdate: 'tool_call',
        toolCallId,
        title: `Write ${path}`,
        kind: 'edit',
        status: 'in_progress',
        locations: [{ path }],
      });
      const by = await writeText(turn, file, TEXT);
      await turn.update({ sessionUpdate: 'tool_call_update', toolCallId, status: 'completed' });
      await turn.say(`I wrote \`${resolve(turn.session.cwd, file)}\`. ${by}`);
    } catch (error) {
      turn.signal.throwIfAborted();
      if (!(error instanceof FileError)) throw error;
      await turn.update({ sessionUpdate: 'tool_call_update', toolCallId, status: 'failed' });
      await turn.say(error.message);
    }
    return undefined;
  },
};
