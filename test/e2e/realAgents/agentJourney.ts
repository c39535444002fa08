// One journey with a real agent, step by step, and what each step came to: the same for all agents.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { resultsDirectory } from '../../../scripts/project.mjs';
import {
  READ_ANSWER,
  startModelServer,
  THOUGHT_ANSWER,
  type ModelServer,
} from '../../support/modelServer.ts';
import { CHOICES, EDIT_AFTER, PLAN_STEPS } from '../../support/modelToolCalls.ts';
import { Chat } from '../harness/chat.ts';
import { useParley } from '../harness/useParley.ts';
import { forkSteps } from './forkSteps.ts';
import { answer, askAllowing, killNow, promptsOf, saidToModel } from './journeyActions.ts';

export const POEM = 'first line\nsecond line\nthird line\n';

export type Outcome = 'ok' | 'not offered' | 'failed';

/** What an agent has, and what it does not have. */
export interface JourneyAgent {
  /** Name in `parley.agents`. */
  readonly name: string;
  /** What starts it; without a key where it is to want a sign-in. */
  readonly launch: (model: ModelServer, home: string, hasKey: boolean) => Promise<object>;
  /** An option, and the value to choose: with it, the agent asks before it changes a file, if it ever does. */
  readonly option: { readonly id: string; readonly value: string };
  /** Whether it asks before it changes files. */
  readonly asks: boolean;
  /** Whether it hands on what its commands print. */
  readonly hasOutput: boolean;
  readonly hasPlan: boolean;
  readonly hasQuestions: boolean;
  /** Whether it reports what a session costs, of the scripted model too. */
  readonly hasCost: boolean;
  /** Whether it makes copies of a session that end after one of its answers. */
  readonly forksAfterAnswers?: boolean;
  /** What the session's state says without a key. */
  readonly needsSignInState: 'needs-sign-in' | 'failed';
}

/** Defines a step: the test of that name, and a row of the table of what each step came to. */
export type Step = (name: string, body: (chat: Chat) => Promise<void>, isOffered?: boolean) => void;

/** Defines the steps, in the order in which they build on each other. */
export async function agentJourney(agent: JourneyAgent): Promise<void> {
  const model = await startModelServer();
  const homes = mkdtempSync(join(tmpdir(), 'parley-journey-'));
  const outcomes: Record<string, Outcome> = {};
  const home = (name: string): string => {
    const path = join(homes, name);
    mkdirSync(path);
    return path;
  };
  // After the window is closed, which `useParley` does: agents write into their homes until then.
  afterAll(async () => {
    const folder = join(resultsDirectory, 'agents-matrix');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${agent.name}.json`), JSON.stringify({ agent: agent.name, outcomes }));
    await model.stop();
    rmSync(homes, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  });
  const withoutKey = `${agent.name} without a key`;
  const notInstalled = `${agent.name} not installed`;
  const launch = await agent.launch(model, home('home'), true);
  const parley = useParley({
    files: { 'poem.txt': POEM },
    machineSettings: {
      'parley.agents': {
        [agent.name]: launch,
        [withoutKey]: await agent.launch(model, home('other'), false),
        [notInstalled]: { ...launch, command: 'parley-journey-no-such-program' },
      },
      'parley.defaultAgent': agent.name,
    },
  });
  const step: Step = (name, body, isOffered = true) => {
    outcomes[name] = isOffered ? 'failed' : 'not offered';
    if (!isOffered) return;
    test(name, async () => {
      await body(new Chat(parley.window));
      outcomes[name] = 'ok';
    });
  };
  const poem = (): string => join(parley.server.workspace, 'poem.txt');

  /** What was chosen in the session stays chosen, whatever a new process of the agent begins with. */
  const expectChosenOption = async (chat: Chat): Promise<void> => {
    const { id, value } = agent.option;
    await expect.poll(() => chat.option(id).getAttribute('data-value')).toBe(value);
  };

  step('opens, with its version', async (chat) => {
    await parley.window.openChat();
    await chat.connected();
    await parley.window.setChatWidth(700);
    expect(await chat.find('agent-select').getAttribute('title')).toMatch(/\d+\.\d+\.\d+/);
  });

  step('an option is chosen', async (chat) => {
    const { id, value } = agent.option;
    await chat.option(id).click();
    await chat.choice(value).click();
    await expectChosenOption(chat);
    await expect.poll(() => chat.option(id).getAttribute('aria-busy')).toBe('false');
  });

  step('options stand in the groups of their categories', async (chat) => {
    if ((await chat.find('config-more').count()) > 0) await chat.find('config-more').click();
    const groups = await chat.find('config-group').evaluateAll((all) =>
      all.map((group) => ({
        category: group.getAttribute('data-category'),
        label:
          group.getAttribute('aria-label') ??
          document.getElementById(group.getAttribute('aria-labelledby') ?? '')?.textContent,
        ofOptions: [...group.querySelectorAll('[data-testid="config-option"]')].map((option) =>
          option.getAttribute('data-category'),
        ),
      })),
    );
    await parley.window.page.keyboard.press('Escape');
    expect(groups.length).toBeGreaterThan(0);
    for (const { category, label, ofOptions } of groups) {
      expect(label).not.toBe('');
      expect(new Set(ofOptions)).toEqual(new Set([category]));
    }
  });

  step('a prompt is answered, with a thought', async (chat) => {
    await chat.ask('[[think]] Think about the kettle.');
    await chat.answers.getByText(THOUGHT_ANSWER).waitFor();
    await chat.entries('thought').first().waitFor();
  });

  step('a tool reads a file', async (chat) => {
    await chat.ask(`[[read:path=${poem()}]] Read it.`);
    await chat.find('tool-card').last().getByText('poem.txt').first().waitFor();
    await chat.answers.getByText(READ_ANSWER).waitFor();
  });

  step(
    'a change is rejected, and stays readable',
    async (chat) => {
      const row = await chat.lastRow();
      await chat.send(`[[edit:path=${poem()}]] Change it.`);
      await chat.find('permission').getByText(EDIT_AFTER).waitFor();
      await answer(chat, 'reject_once');
      await chat.turnEnd(row);
      const card = chat.find('tool-card').last();
      await expect.poll(() => card.getAttribute('data-status')).toBe('rejected');
      if ((await card.getByText(EDIT_AFTER).count()) === 0) await card.getByRole('button').first().click();
      await card.getByText(EDIT_AFTER).first().waitFor();
      expect(parley.server.readFile('poem.txt')).toBe(POEM);
      await parley.window.screenshot(`${agent.name}-rejected`, 'chat');
    },
    agent.asks,
  );

  step('a change is made, shown and undone', async (chat) => {
    const row = await chat.lastRow();
    await chat.send(`[[edit:path=${poem()}]] Change it now.`);
    if (agent.asks) {
      await chat.find('permission').getByText(EDIT_AFTER).waitFor();
      await answer(chat, 'allow_once');
    }
    await chat.turnEnd(row);
    await chat.find('tool-card').last().getByText(EDIT_AFTER).first().waitFor();
    expect(parley.server.readFile('poem.txt')).toContain(EDIT_AFTER);
    await chat.find('changes').getByText('1 file').waitFor();
    await parley.window.runCommand('Parley: Undo Changes');
    await expect.poll(() => parley.server.readFile('poem.txt')).toBe(POEM);
  });

  step(
    'a command runs, and its output is shown as in a terminal',
    async (chat) => {
      await askAllowing(chat, '[[shell:command=echo "# tea_is_ready"]] Run it.');
      const output = chat.find('tool-card').last().getByTestId('terminal-output');
      if ((await output.count()) === 0)
        await chat.find('tool-card').last().getByRole('button').first().click();
      await output.getByText('# tea_is_ready').last().waitFor();
    },
    agent.hasOutput,
  );

  step('Stop ends a turn', async (chat) => {
    const row = await chat.lastRow();
    await chat.send('[[slow]] Count.');
    await chat.answers.getByText(/word2\b/).waitFor();
    await chat.find('stop').click();
    await chat.turnEnd(row);
    expect(await chat.answers.last().textContent()).not.toContain('word119');
  });

  step('Stop ends a running command', async (chat) => {
    const row = await chat.lastRow();
    // So long that no other process of the machine is called with it.
    const command = `sleep 61${process.pid}`;
    const isRunning = (): boolean =>
      execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).includes(command);
    await chat.send(`[[shell:command=echo begun > begun.txt && ${command}]] Wait.`);
    const permission = chat.find('permission');
    await expect
      .poll(
        async () => {
          if ((await permission.count()) > 0) await answer(chat, 'allow_once');
          return isRunning();
        },
        { timeout: 60_000 },
      )
      .toBe(true);
    await chat.find('stop').click();
    await chat.turnEnd(row);
    await expect.poll(isRunning, { timeout: 30_000 }).toBe(false);
  });

  step(
    'a list of things to do is a plan',
    async (chat) => {
      await askAllowing(chat, '[[plan]] Make a plan.');
      await chat
        .entries('plan')
        .last()
        .getByText(PLAN_STEPS[0] ?? '')
        .waitFor();
    },
    agent.hasPlan,
  );

  step(
    'a question is a form',
    async (chat) => {
      const [choice = ''] = CHOICES;
      const row = await chat.lastRow();
      await chat.send('[[ask]] Ask me.');
      const form = chat.find('elicitation');
      await form.getByLabel(choice).first().check();
      await parley.window.screenshot(`${agent.name}-question`, 'chat');
      await form.locator('[data-action="accept"]').click();
      await chat.turnEnd(row);
      expect(model.requests.map(({ lastToolText }) => lastToolText).join('\n')).toContain(choice);
    },
    agent.hasQuestions,
  );

  step('tokens are shown', async (chat) => {
    await expect
      .poll(async () => {
        const footers = await chat.entries('turn').allTextContents();
        return (await chat.find('usage-ring').count()) > 0 || footers.some((text) => text.includes('tokens'));
      })
      .toBe(true);
  });

  step(
    'the cost is shown',
    async (chat) => {
      await expect
        .poll(() => chat.find('usage-ring').getAttribute('title'))
        .toMatch(/[$€£]\s?\d|\d\s?[$€£]/u);
    },
    agent.hasCost,
  );

  step('another session, and back', async (chat) => {
    const title = (await chat.find('session-title').textContent()) ?? '';
    await chat.newSession(agent.name);
    await chat.ask('[[text]] Say hello.');
    await chat.switchTo(title);
    await expect.poll(() => chat.find('session-title').textContent()).toBe(title);
  });

  step('a reload brings back each prompt once and the option, and the session goes on', async (chat) => {
    const title = (await chat.find('session-title').textContent()) ?? '';
    await parley.window.reload();
    await parley.window.openChat();
    await expect.poll(() => chat.find('session-title').textContent(), { timeout: 60_000 }).toBe(title);
    await chat.connected();
    await expectChosenOption(chat);
    await chat.ask('[[text]] What did I say?');
    expect(saidToModel(model)).toContain('Think about the kettle.');
    expect(await promptsOf(chat, 'What did I say?')).toBe(1);
    expect(await promptsOf(chat, 'Think about the kettle.')).toBe(1);
  });

  step('after kill -9 the next prompt is answered', async (chat) => {
    const row = await chat.lastRow();
    for (const { pid } of await parley.server.agentProcesses()) killNow(pid);
    const state = chat.find('connection-state');
    await expect.poll(() => state.getAttribute('data-state')).toBe('failed');
    await chat.send('[[think]] Are you back?');
    const withoutMemory = chat.action('resume-queue').last();
    await expect
      .poll(
        async () => {
          // An agent that does not know the session any more gets the prompt when the user says so.
          if ((await withoutMemory.count()) > 0) await withoutMemory.click();
          return chat.answers.getByText(THOUGHT_ANSWER).count();
        },
        { timeout: 60_000 },
      )
      .toBeGreaterThan(0);
    await chat.turnEnd(row);
    await expectChosenOption(chat);
  });

  forkSteps({ agent, model, step, parley });

  step('without a key it says so', async (chat) => {
    await chat.openSession(withoutKey);
    await chat.send('[[text]] Say hello.');
    const state = chat.find('connection-state');
    await expect
      .poll(() => state.getAttribute('data-state'), { timeout: 60_000 })
      .toBe(agent.needsSignInState);
    await parley.window.screenshot(`${agent.name}-no-key`, 'chat');
  });

  step('one that is not installed is named, with what can be done', async (chat) => {
    await chat.openSession(notInstalled);
    const error = chat.error.and(parley.window.chat.locator('[data-code="command-not-found"]')).last();
    await error.getByText('parley-journey-no-such-program').first().waitFor();
    await error.locator('[data-action]').first().waitFor();
    await parley.window.screenshot(`${agent.name}-not-installed`, 'chat');
  });
}
