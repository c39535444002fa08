// Words of an agent that no line has room for, in a panel of 200 px: nothing is pushed out of it.
import { expect, test } from 'vitest';
import { rawSession } from '../agents/agentSettings.ts';
import { answerPermission } from '../harness/answerPermission.ts';
import { Chat } from '../harness/chat.ts';
import { useParley } from '../harness/useParley.ts';

const WORD = `/home/ada/${'deep'.repeat(20)}`;
const prompted = { expect: 'session/prompt' } as const;

const option = (kind: string) => ({ optionId: kind, kind, name: `Allow ${WORD}` });
const permission = {
  sessionId: 's1',
  toolCall: { toolCallId: 't', title: WORD, kind: 'other' },
  options: [option('allow_once'), option('allow_always')],
};
const property = { type: 'string', title: WORD, description: WORD };
const elicitation = {
  sessionId: 's1',
  mode: 'form',
  message: WORD,
  requestedSchema: {
    type: 'object',
    title: WORD,
    description: WORD,
    properties: { a: property, b: { ...property, oneOf: [{ const: 'x', title: WORD, description: WORD }] } },
  },
};

const parley = useParley({
  machineSettings: {
    'parley.agents': {
      Wordy: rawSession('Wordy', [
        prompted,
        { send: { id: 1, method: 'session/request_permission', params: permission } },
        { expect: 'response' },
        { send: { id: 2, method: 'elicitation/create', params: elicitation } },
        { expect: 'response' },
        { reply: { stopReason: 'end_turn' } },
      ]),
    },
  },
});

/** What is wider than it may be. */
async function tooWide(chat: Chat): Promise<readonly string[]> {
  const panel = await chat.document();
  return panel.evaluate(() => {
    const boxes = [
      ...document.querySelectorAll('.dock, .dock-card, .elicitation-fields, .permission-details'),
    ];
    const scrolls = boxes.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1);
    return scrolls.map(
      ({ className, scrollWidth, clientWidth }) => `${className}: ${scrollWidth} in ${clientWidth}`,
    );
  });
}

test('requests and forms wrap what has no spaces', async () => {
  const { window } = parley;
  const chat = new Chat(window);
  await window.openChat();
  await chat.connected();
  await window.setChatWidth(200);
  await chat.send('go');
  await chat.find('permission-option').first().waitFor();
  expect(await tooWide(chat)).toEqual([]);
  await answerPermission(chat, '1');
  await chat.find('elicitation').waitFor();
  expect(await tooWide(chat)).toEqual([]);
});
