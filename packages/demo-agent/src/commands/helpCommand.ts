// The commands that only talk: help, and the answer to what is no command.
import type { DemoCommand } from './demoCommand.ts';

const ADD_AGENT = `## Use a real agent

Run **Parley: Add Agent…** from the Command Palette. It lists the agents on this machine and those of the ACP registry, installs the one that you select, and opens a session with it. **Custom Command…** there adds any other program that speaks ACP.
`;

/** Lists the commands it is given, which include itself. */
export function help(commands: () => readonly DemoCommand[]): DemoCommand {
  return {
    name: 'help',
    aliases: ['?', 'commands', 'hello', 'hi'],
    description: 'Show what you can try, and how to use a real agent',
    async run(turn) {
      const list = commands().map(({ name, argument, description }) => {
        const usage = argument === undefined ? name : `${name} ${argument}`;
        return `- \`${usage}\`: ${description}`;
      });
      await turn.say(
        `This is a demo agent with no model and no network. It shows what Parley can do.\n\n` +
          `## Try one of these\n\n${list.join('\n')}\n\nStop works at any time, except during \`stuck\`.\n\n${ADD_AGENT}`,
      );
      return undefined;
    },
  };
}

/** The answer to a prompt that begins with no command. */
export const chat: DemoCommand = {
  name: '',
  description: 'Explain that the demo has no model',
  async run(turn) {
    const { attachedFiles, otherAttachments } = turn.prompt;
    const attached = attachedFiles.length + otherAttachments;
    const received =
      attached === 0 ? '' : ` (with ${attached === 1 ? 'an attachment' : `${attached} attachments`})`;
    await turn.say(
      `I have your message${received}, but I am a demo without a model, so I cannot answer it. ` +
        `Try one of these:\n\n` +
        `- \`explain\`: describe this folder, or a file that you name\n` +
        `- \`think\`: show thoughts before an answer\n` +
        `- \`help\`: everything else, and how to add a real agent\n`,
    );
    return undefined;
  },
};
