// The request that stops a task which an agent runs beside its turns.
import { expect, test } from 'vitest';
import { AgentCalls } from '../../../src/agents/agentCalls.ts';
import { PromptCalls } from '../../../src/agents/promptCalls.ts';
import { TurnAnswers } from '../../../src/agents/turns/turnAnswers.ts';
import { Redactor } from '../../../src/core/secrets/redactor.ts';
import { ManualClock } from '../../support/clock.ts';
import { MemoryLog } from '../../support/log.ts';

/** The calls of an agent that answers so to a request, and what it was sent. */
function agentThat(answers: (method: string) => Promise<unknown>) {
  const sent: (readonly [method: string, params: unknown])[] = [];
  const clock = new ManualClock();
  const calls = new AgentCalls({
    label: 'A',
    log: new MemoryLog(),
    clock,
    redactor: new Redactor(),
    send: (method, params) => {
      sent.push([method, params]);
      return answers(method);
    },
    onSignInNeeded: () => {},
  });
  const prompts = new PromptCalls({
    label: 'A',
    calls,
    clock,
    answers: new TurnAnswers(),
    notify: () => {},
    limit: () => undefined,
    stderrTail: () => '',
    onCancel: () => {},
    subagents: () => [],
    onLateAnswer: () => {},
    handshake: () => undefined,
  });
  return { prompts, sent };
}

test.each([[{ stopped: true }], [{}], [null], ['done']])(
  'a task is stopped where the agent answers %j',
  async (answer) => {
    const { prompts, sent } = agentThat(() => Promise.resolve(answer));
    await prompts.stopTask('s', 'a');
    expect(sent).toEqual([['_session/async_task/stop', { sessionId: 's', asyncTaskId: 'a' }]]);
  },
);

test('an agent that says that it did not stop the task, or refuses, rejects with a reason', async () => {
  const unable = agentThat(() => Promise.resolve({ stopped: false }));
  await expect(unable.prompts.stopTask('s', 'a')).rejects.toThrow(
    'A did not stop the task: it may have ended already.',
  );
  const refusing = agentThat(() => Promise.reject(new Error('Method not found')));
  await expect(refusing.prompts.stopTask('s', 'a')).rejects.toThrow();
});
