// The command that thinks before it answers.
import type { DemoCommand } from './demoCommand.ts';

export const think: DemoCommand = {
  name: 'think',
  aliases: ['why'],
  argument: '[QUESTION]',
  description: 'Show thoughts, then an answer',
  async run(turn) {
    const question = turn.prompt.argument;
    await turn.think(
      `**Reading the question**\n\n${question === '' ? 'There is no question, so I make one up.' : `It says: ${question}`}\n\n`,
    );
    await turn.think(
      `**Looking for an answer**\n\nA model would weigh what it knows here. I have no model, so I only show ` +
        `what thinking looks like: it arrives bit by bit, apart from the answer, and folds away.\n`,
    );
    await turn.say(
      `I thought about it, as far as a demo can. The thoughts are folded above: open them to read on.`,
    );
    return undefined;
  },
};
