// The command that shows a plan whose entries advance.
import type { PlanEntry } from '@agentclientprotocol/sdk';
import type { DemoCommand } from './demoCommand.ts';

const STEP_MS = 600;

const STEPS: readonly Pick<PlanEntry, 'content' | 'priority'>[] = [
  { content: 'Understand what is asked', priority: 'high' },
  { content: 'Look at the files that matter', priority: 'medium' },
  { content: 'Make the change', priority: 'high' },
  { content: 'Check it', priority: 'medium' },
  { content: 'Say what was done', priority: 'low' },
];

export const plan: DemoCommand = {
  name: 'plan',
  aliases: ['todo'],
  description: 'Show a plan whose entries advance',
  async run(turn) {
    await turn.say(`Here is a sample plan:\n\n`);
    for (let done = 0; done <= STEPS.length; done += 1) {
      const entries = STEPS.map((step, index): PlanEntry => {
        const status = index < done ? 'completed' : index === done ? 'in_progress' : 'pending';
        return { ...step, status };
      });
      await turn.update({ sessionUpdate: 'plan', entries });
      const step = STEPS[done];
      if (step === undefined) break;
      await turn.say(`${done + 1}. ${step.content}\n`);
      await turn.pause(STEP_MS);
    }
    await turn.say(`\nAll ${STEPS.length} steps are done.`);
    return undefined;
  },
};
