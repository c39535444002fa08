// The command that shows how a client waits for a limit of the account: the turn ends with one, in the words of services.
import { RequestError } from '@agentclientprotocol/sdk';
import type { DemoCommand } from './demoCommand.ts';

const IS_DURATION = /^\d+\s*[a-z]+(?:\s*\d+\s*[a-z]+)*$/i;
const IS_SAID = /^say\b\s*/i;

export const limit: DemoCommand = {
  name: 'limit',
  argument: '[say] [TIME]',
  description:
    'Meet a usage limit that resets then: 20s, 11:30pm (Europe/Berlin); with “say” as an answer, not as an error',
  async run(turn) {
    const { argument } = turn.prompt;
    const text = limitText(argument.replace(IS_SAID, '').trim());
    if (IS_SAID.test(argument)) {
      await turn.sendText(text);
      return undefined;
    }
    await turn.say('I begin to work on it. ');
    throw RequestError.internalError({ details: text });
  },
};

function limitText(time: string): string {
  if (time === '') return 'You have reached your usage limit.';
  return `You’ve hit your session limit · resets ${IS_DURATION.test(time) ? 'in ' : ''}${time}`;
}
