// The command that asks the user something in a form.
import { methods } from '@agentclientprotocol/sdk';
import type { DemoCommand } from './demoCommand.ts';

export const form: DemoCommand = {
  name: 'form',
  aliases: ['ask', 'question'],
  description: 'Ask a question in a form',
  async run(turn) {
    const serves = turn.capabilities.elicitation?.form;
    if (serves === undefined || serves === null) {
      await turn.say('This client does not show forms yet, so I cannot ask.');
      return undefined;
    }
    const answer = await turn.unlessCancelled(
      turn.client.request(methods.client.elicitation.create, {
        sessionId: turn.session.id,
        mode: 'form',
        message: 'How do you take your tea?',
        requestedSchema: {
          type: 'object',
          properties: {
            tea: {
              type: 'string',
              title: 'Tea',
              oneOf: [
                { const: 'green', title: 'Green', description: 'Two minutes' },
                { const: 'black', title: 'Black', description: 'Four minutes' },
              ],
              default: 'black',
            },
            cups: { type: 'integer', title: 'Cups', minimum: 1, maximum: 12, default: 1 },
            sugar: { type: 'boolean', title: 'With sugar' },
            mail: { type: 'string', title: 'Mail address', description: 'It is not used', format: 'email' },
          },
          required: ['tea', 'cups'],
        },
      }),
    );
    if (answer.action !== 'accept') {
      await turn.say(answer.action === 'decline' ? 'You declined to answer.' : 'You closed the form.');
      return undefined;
    }
    await turn.say(`You answered:\n\n\`\`\`json\n${JSON.stringify(answer.content ?? {}, null, 2)}\n\`\`\`\n`);
    return undefined;
  },
};
