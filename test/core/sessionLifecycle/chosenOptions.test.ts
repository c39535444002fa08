// What the user chose in a session is set again wherever its agent has forgotten it.
import { expect, test } from 'vitest';
import { agentRefused } from '../../../src/core/agentErrors.ts';
import { ParleyError } from '../../../src/core/errors.ts';
import type { ConfigOption } from '../../../src/core/session/configOptions/state.ts';
import { ScriptedAgent } from '../../support/scriptedAgent.ts';
import { countedKeys, openSession, replayOfAnswered, sessionsOf, text } from '../../support/sessions.ts';
import { flushMicrotasks } from '../../support/wait.ts';

function select(id: string, category: string, currentValue: string, values: readonly string[]): ConfigOption {
  const groups = [{ values: values.map((value) => ({ value, name: value.toUpperCase() })) }];
  return { type: 'select', id, name: id, category, setBy: 'config_option', currentValue, groups };
}

/** The options of an agent that forgets them with its process. */
const defaults = [
  select('effort', 'thought_level', 'low', ['low', 'high']),
  select('model', 'model', 'small', ['small', 'large']),
  select('mode', 'mode', 'auto', ['auto', 'read-only']),
];

function report(agent: ScriptedAgent, sessionId: string, options: readonly ConfigOption[]): void {
  agent.send(sessionId, { type: 'config_options', at: 1, options });
}

/** Has the agent change what it is asked to; returns what it was asked, as `option=value`. */
function answerChanges(agent: ScriptedAgent, options: readonly ConfigOption[] = defaults): string[] {
  const asked: string[] = [];
  let current = options;
  agent.onSetConfigOption = async (option, value) => {
    asked.push(`${option.id}=${value}`);
    current = current.map((each) =>
      each.id === option.id && each.type === 'select' ? { ...each, currentValue: String(value) } : each,
    );
    return current;
  };
  return asked;
}

/** A session of one answered prompt in which the user chose all three options. */
async function chosenSession() {
  const context = await openSession();
  const { agent, sessions, key } = context;
  report(agent, 'acp-1', defaults);
  answerChanges(agent);
  for (const [id, value] of [
    ['effort', 'high'],
    ['mode', 'read-only'],
    ['model', 'large'],
  ] as const) {
    await sessions.setConfigOption(key, id, value);
  }
  sessions.prompt(key, text('one'));
  await flushMicrotasks();
  agent.prompts[0]?.resolve({ stopReason: 'end_turn' });
  await flushMicrotasks();
  return context;
}

const values = (options: readonly ConfigOption[]) => options.map(({ currentValue }) => currentValue);

for (const how of ['load', 'resume', 'a new session'] as const) {
  test(`after a crash, by ${how}, the mode is set first, then the model and the rest, and then what waits is sent`, async () => {
    const { agent, sessions, state, key } = await chosenSession();
    agent.offer(...(how === 'a new session' ? [] : [how]));
    const asked = answerChanges(agent);
    const forget = (id: string): void => report(agent, id, defaults);
    const asBefore = { ...agent.sessions };
    agent.sessions.load = async (id, ...folders) => {
      await asBefore.load(id, ...folders);
      forget(id);
    };
    agent.sessions.resume = async (id, ...folders) => {
      await asBefore.resume(id, ...folders);
      forget(id);
    };
    agent.sessions.create = async (folders) => {
      forget('acp-2');
      return asBefore.create(folders);
    };
    agent.replay = replayOfAnswered;
    let promptsWhenAsked = 0;
    const change = agent.onSetConfigOption;
    agent.onSetConfigOption = async (option, value) => {
      promptsWhenAsked += agent.prompts.length - 1;
      await flushMicrotasks();
      return change(option, value);
    };
    agent.die();
    sessions.prompt(key, text('two'));
    for (let step = 0; step < 8; step++) await flushMicrotasks();
    expect(asked).toEqual(['mode=read-only', 'model=large', 'effort=high']);
    expect(promptsWhenAsked).toBe(0);
    expect(values(state(key).configOptions)).toEqual(['high', 'large', 'read-only']);
    expect(agent.prompts.length).toBe(how === 'a new session' ? 1 : 2);
    const notices = state(key)
      .entries.flat()
      .filter(({ kind }) => kind === 'notice');
    expect(JSON.stringify(notices)).not.toContain('is now');
  });
}

test('after a reload of the window they are set again', async () => {
  const before = await chosenSession();
  const agent = new ScriptedAgent('A');
  const { sessions, state } = sessionsOf(agent, { newKey: countedKeys('second') });
  agent.offer('load');
  agent.replay = [...replayOfAnswered, { type: 'config_options', at: 1, options: defaults }];
  const asked = answerChanges(agent);
  sessions.restore(before.state(before.key));
  sessions.open(before.key);
  await flushMicrotasks();
  expect(asked).toEqual(['mode=read-only', 'model=large', 'effort=high']);
  expect(state(before.key)).toMatchObject({ opening: false });
});

test('a mode that the agent refuses holds the queue, and an error with next steps says so', async () => {
  const { agent, sessions, state, key } = await chosenSession();
  agent.offer('load');
  agent.replay = [...replayOfAnswered, { type: 'config_options', at: 1, options: defaults }];
  agent.onSetConfigOption = async () => {
    throw new ParleyError(agentRefused('A', 'not now', undefined));
  };
  agent.die();
  sessions.prompt(key, text('two'));
  await flushMicrotasks();
  expect(agent.prompts).toHaveLength(1);
  expect(state(key)).toMatchObject({ queueHeld: true, queue: [{ content: text('two') }], opening: false });
  const errors = state(key)
    .entries.flat()
    .filter((entry) => entry.kind === 'notice' && entry.error?.code === 'mode-not-restored');
  expect(errors).toMatchObject([
    {
      severity: 'error',
      text: 'A did not set mode to READ-ONLY again. It is AUTO now. Select it again, or queued prompts wait until you resume the queue.',
      error: { actions: ['restart-agent', 'show-log'] },
    },
  ]);
  sessions.queue.resume(key);
  await flushMicrotasks();
  expect(agent.prompts).toHaveLength(2);
});

test('so does one that is not offered any more, or that the agent silently does not set', async () => {
  for (const options of [
    defaults.slice(0, 2),
    [...defaults.slice(0, 2), select('mode', 'mode', 'auto', ['auto'])],
    defaults,
  ]) {
    const { agent, sessions, state, key } = await chosenSession();
    agent.offer('load');
    agent.replay = [...replayOfAnswered, { type: 'config_options', at: 1, options }];
    agent.onSetConfigOption = async () => options;
    agent.die();
    sessions.prompt(key, text('two'));
    await flushMicrotasks();
    expect(agent.prompts).toHaveLength(1);
    expect(JSON.stringify(state(key).entries)).toContain('mode-not-restored');
  }
});

test('another option that is not offered any more is skipped without a notice', async () => {
  const { agent, sessions, said, key } = await chosenSession();
  const left = [
    select('model', 'model', 'tiny', ['tiny']),
    select('mode', 'mode', 'auto', ['auto', 'read-only']),
  ];
  agent.offer('load');
  agent.replay = [...replayOfAnswered, { type: 'config_options', at: 1, options: left }];
  const asked = answerChanges(agent, left);
  agent.die();
  sessions.prompt(key, text('two'));
  await flushMicrotasks();
  expect(asked).toEqual(['mode=read-only']);
  expect(agent.prompts).toHaveLength(2);
  expect(said(key).at(-1)).toBe('user: two');
});

test('what the agent changed by itself since is left as it is', async () => {
  const { agent, sessions, key } = await chosenSession();
  agent.offer('load');
  const changed = [
    select('effort', 'thought_level', 'high', ['low', 'high']),
    select('model', 'model', 'large', ['small', 'large']),
    select('mode', 'mode', 'auto', ['auto', 'read-only']),
  ];
  report(agent, 'acp-1', changed);
  agent.replay = [...replayOfAnswered, { type: 'config_options', at: 1, options: defaults }];
  const asked = answerChanges(agent);
  await sessions.supervisor.restart('A');
  await flushMicrotasks();
  expect(asked).toEqual(['model=large', 'effort=high']);
  expect(key).toBeDefined();
});

test('a new session gets what the user chose last for its agent before its first prompt is sent', async () => {
  const agent = new ScriptedAgent('A');
  const { sessions } = sessionsOf(agent, { remembered: () => ({ mode: 'read-only' }) });
  const asked = answerChanges(agent);
  const asBefore = { ...agent.sessions };
  agent.sessions.create = async (folders) => {
    report(agent, 'acp-1', defaults);
    return asBefore.create(folders);
  };
  const change = agent.onSetConfigOption;
  agent.onSetConfigOption = async (option, value) => {
    expect(agent.prompts).toHaveLength(0);
    return change(option, value);
  };
  sessions.prompt(sessions.create('A', '/work'), text('one'));
  await flushMicrotasks();
  await flushMicrotasks();
  expect(asked).toEqual(['mode=read-only']);
  expect(agent.prompts).toHaveLength(1);
});

test('a session that the agent lists keeps its own options', async () => {
  const agent = new ScriptedAgent('A');
  const { sessions } = sessionsOf(agent, { remembered: () => ({ mode: 'read-only' }) });
  agent.offer('load');
  agent.replay = [{ type: 'config_options', at: 1, options: defaults }];
  const asked = answerChanges(agent);
  sessions.adopt('A', { sessionId: 'theirs', cwd: '/work' });
  await flushMicrotasks();
  expect(asked).toEqual([]);
});
