// Steps of the journey with a real agent that forks: an earlier prompt is edited, and both branches stay.
import { expect } from 'vitest';
import type { ModelServer } from '../../support/modelServer.ts';
import type { useParley } from '../harness/useParley.ts';
import type { JourneyAgent, Step } from './agentJourney.ts';
import { editPrompt, saidToModel } from './journeyActions.ts';

interface Journey {
  readonly agent: JourneyAgent;
  readonly model: ModelServer;
  readonly step: Step;
  readonly parley: ReturnType<typeof useParley>;
}

/** Defines the steps; they begin in a new session. */
export function forkSteps({ agent, model, step, parley }: Journey): void {
  step(
    'an earlier prompt is edited in a fork',
    async (chat) => {
      await chat.newSession(agent.name);
      for (const text of ['One.', 'Two.', 'Three.']) await chat.ask(`[[text]] ${text}`);
      await editPrompt(chat, 'Two.', 'Another.');
      const position = chat.find('branch-switch');
      await position.filter({ hasText: '2 of 2' }).waitFor({ timeout: 60_000 });
      await expect.poll(() => saidToModel(model), { timeout: 60_000 }).toContain('Another.');
      expect(saidToModel(model)).toContain('One.');
      expect(saidToModel(model)).not.toMatch(/Two|Three/);
      await chat.find('branch-previous').click();
      await position.filter({ hasText: '1 of 2' }).waitFor();
      await chat.entries('user').filter({ hasText: 'Three.' }).waitFor();
    },
    agent.forksAfterAnswers === true,
  );

  step(
    'after a reload both branches are there, and another prompt is edited in a fork',
    async (chat) => {
      await parley.window.reload();
      await parley.window.openChat();
      const position = chat.find('branch-switch');
      await position.filter({ hasText: '1 of 2' }).waitFor({ timeout: 60_000 });
      await chat.connected();
      // All answers are the same text, and the process of the agent is another one.
      await editPrompt(chat, 'Three.', 'Fourth.');
      await chat.entries('user').filter({ hasText: 'Fourth.' }).waitFor({ timeout: 60_000 });
      await expect.poll(() => saidToModel(model), { timeout: 60_000 }).toContain('Fourth.');
      expect(saidToModel(model)).toMatch(/One\.[^]*Two\./);
      expect(saidToModel(model)).not.toMatch(/Another|Three/);
    },
    agent.forksAfterAnswers === true,
  );

  step(
    'the first prompt is edited in a new session',
    async (chat) => {
      await editPrompt(chat, 'One.', 'First of all.');
      await chat.entries('user').filter({ hasText: 'First of all.' }).waitFor({ timeout: 60_000 });
      await expect.poll(() => saidToModel(model), { timeout: 60_000 }).toContain('First of all.');
      expect(saidToModel(model)).not.toMatch(/One|Two|Three|Fourth/);
      await chat.find('branch-switch').filter({ hasText: '2 of 2' }).waitFor();
    },
    agent.forksAfterAnswers === true,
  );
}
