// The commands that show how text streams: slowly, until somebody stops it.
import type { DemoCommand } from './command.ts';

/** Milliseconds between two words of `slow`. */
const SLOW_PACE = 200;

const SLOW_WORDS =
  'one word after the other comes down the pipe and nothing ends this sentence but you so press stop when you have seen enough or read on'.split(
    ' ',
  );

export const slow: DemoCommand = {
  name: 'slow',
  description: 'One word every 200 ms until you stop it',
  async run(turn) {
    for (let index = 0; ; index += 1) {
      const word = SLOW_WORDS[index % SLOW_WORDS.length];
      await turn.sendText(`${word} `);
      await turn.pause(SLOW_PACE);
    }
  },
};
