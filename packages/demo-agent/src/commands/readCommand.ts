// The command that reads a file.
import { randomUUID } from 'node:crypto';
import { extname } from 'node:path';
import type { DemoCommand } from './demoCommand.ts';
import { FileError, locate, fileNamedIn, readText } from '../tools/demoFiles.ts';
import { fencedCode } from '../../../agent/fencedCode.ts';

const MAX_LINES = 40;

export const read: DemoCommand = {
  name: 'read',
  aliases: ['show', 'cat', 'open'],
  argument: 'FILE',
  description: 'Read a file of this folder and show its beginning',
  async run(turn) {
    const file = await fileNamedIn(turn);
    if (file === undefined) {
      await turn.say('Which file? For example, enter `read package.json`.');
      return undefined;
    }
    const toolCallId = randomUUID();
    try {
      const { path } = await locate(turn, file, 'read');
      await turn.update({
        sessionUpdate: 'tool_call',
        toolCallId,
        title: `Read ${file}`,
        kind: 'read',
        status: 'in_progress',
        locations: [{ path }],
        rawInput: { path },
      });
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      await turn.say(error.message);
      return undefined;
    }
    try {
      const { name, text, by } = await readText(turn, file);
      await turn.update({
        sessionUpdate: 'tool_call_update',
        toolCallId,
        status: 'completed',
        content: [{ type: 'content', content: { type: 'text', text: fencedCode(text, language(name)) } }],
      });
      const lines = text.split('\n');
      const rest = lines.length > MAX_LINES ? `\n\nThat is how it begins; it has ${lines.length} lines.` : '';
      const beginning = fencedCode(lines.slice(0, MAX_LINES).join('\n'), language(name));
      await turn.say(`${by}\n\n${beginning}${rest}`);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      await turn.update({
        sessionUpdate: 'tool_call_update',
        toolCallId,
        status: 'failed',
        content: [{ type: 'content', content: { type: 'text', text: error.message } }],
      });
      await turn.say(error.message);
    }
    return undefined;
  },
};

function language(name: string): string {
  return extname(name).slice(1);
}
