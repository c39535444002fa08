// The command that proposes a plan and waits for the user to accept it, to send it back, or to comment on it.
import { methods, type PermissionOption } from '@agentclientprotocol/sdk';
import { randomUUID } from 'node:crypto';
import type { DemoTurn } from '../session/demoTurn.ts';
import type { DemoCommand } from './demoCommand.ts';

/** How the prompt of `src/features/plans/core/planComments.ts` begins. */
const COMMENTS = /^These are my comments on your plan\b/;

const KEEP_PLANNING = 'keep-planning';
const MAX_KILOBYTES = 4_000;

const OPTIONS: PermissionOption[] = [
  { optionId: 'accept-edits', name: 'Yes, and make all edits without asking', kind: 'allow_always' },
  { optionId: 'accept', name: 'Yes, and ask before each edit', kind: 'allow_once' },
  { optionId: KEEP_PLANNING, name: 'No, keep planning', kind: 'reject_once' },
];

const PLAN = `# Say hello in more languages

The greeting is written in **one** place, \`src/greet.ts\`, and knows English alone.

## Steps

1. Move the words into a table, by language:

   \`\`\`ts
   export const words = { en: 'Hello', de: 'Hallo', th: 'สวัสดี' };
   \`\`\`

2. Choose the language of the user
   - from the setting \`greeting.language\`
   - else from the system
3. Test each language

## What may go wrong

| What | What then |
| --- | --- |
| No word for a language | English is said |
| An unknown setting | A warning, and English |

> Nothing is sent anywhere.

## How it goes

\`\`\`mermaid
graph LR
  setting --> language
  system --> language
  language --> table --> greeting
\`\`\`

To find a word takes $O(1)$ steps.
`;

export const propose: DemoCommand = {
  name: 'propose',
  argument: '[KILOBYTES]',
  description: 'Propose a plan that you accept or comment on',
  async run(turn) {
    const size = Number.parseInt(turn.prompt.argument, 10);
    await ask(turn, Number.isFinite(size) ? longPlan(Math.min(size, MAX_KILOBYTES)) : PLAN);
    return undefined;
  },
};

/** Answers comments on the plan with another one. */
export const revise: DemoCommand = {
  name: '',
  description: 'Revise the plan',
  async run(turn) {
    const comments = turn.prompt.argument.match(/^\d+\. On /gm)?.length ?? 0;
    await turn.say(`I have revised the plan by your ${comments === 1 ? 'comment' : 'comments'}.\n\n`);
    await ask(turn, `${PLAN}\n## Revised\n\nBy ${comments} of your comments.\n`);
    return undefined;
  },
};

export function isPlanComments(text: string): boolean {
  return COMMENTS.test(text);
}

async function ask(turn: DemoTurn, plan: string): Promise<void> {
  const toolCallId = randomUUID();
  const { outcome } = await turn.unlessCancelled(
    turn.client.request(methods.client.session.requestPermission, {
      sessionId: turn.session.id,
      toolCall: { toolCallId, title: 'Ready to begin?', kind: 'switch_mode', rawInput: { plan } },
      options: OPTIONS,
    }),
  );
  turn.signal.throwIfAborted();
  if (outcome.outcome === 'cancelled') return;
  const isAccepted = outcome.optionId !== KEEP_PLANNING;
  await turn.update({ sessionUpdate: 'tool_call_update', toolCallId, status: 'completed' });
  const name = OPTIONS.find(({ optionId }) => optionId === outcome.optionId)?.name ?? outcome.optionId;
  await turn.say(isAccepted ? `You accepted the plan: “${name}”. A demo stops here.` : 'I keep planning.');
}

/** A plan of so many kilobytes, to see how long ones are shown. */
function longPlan(kilobytes: number): string {
  const parts = ['# A long plan\n\n'];
  for (let length = 0, step = 1; length < kilobytes * 1024; step += 1) {
    const part = `## Step ${step}\n\nLook at \`file${step}.ts\` and change what it says.\n\n- first the words\n- then the tests\n\n`;
    parts.push(part);
    length += part.length;
  }
  return parts.join('');
}
