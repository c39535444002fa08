// Changes of config options that the user asks for: answers in time, late, refused, and overtaken by the next change.
import { describe, expect, test } from 'vitest';
import { agentRefused } from '../../../src/core/agentErrors.ts';
import { ParleyError } from '../../../src/core/errors.ts';
import { shownValue } from '../../../src/core/configOptions/configOptions.ts';
import type { ConfigOption } from '../../../src/core/session/configOptions/state.ts';
import { entryText } from '../../../src/core/session/entryTraits.ts';
import { openSession } from '../../support/sessions.ts';
import { flushMicrotasks } from '../../support/wait.ts';

function mode(currentValue: string): ConfigOption {
  const values = ['a', 'b', 'c'].map((value) => ({ value, name: value.toUpperCase() }));
  return {
    id: 'm',
    name: 'Mode',
    setBy: 'config_option',
    type: 'select',
    currentValue,
    groups: [{ values }],
  };
}

async function setUp() {
  const { agent, sessions, store, clock, key } = await openSession();
  const answers: PromiseWithResolvers<readonly ConfigOption[] | undefined>[] = [];
  agent.onSetConfigOption = () => {
    const answer = Promise.withResolvers<readonly ConfigOption[] | undefined>();
    answers.push(answer);
    return answer.promise;
  };
  agent.send('acp-1', { type: 'config_options', at: 1, options: [mode('a')] });
  const shown = () => {
    const { configOptions = [], pendingConfigChanges = [] } = store.state(key) ?? {};
    const [option] = configOptions;
    return option === undefined ? undefined : shownValue(option, pendingConfigChanges);
  };
  const notices = () => (store.state(key)?.entries ?? []).flat().map((entry) => entryText(entry));
  return { agent, sessions, clock, key, answers, shown, notices };
}

describe('R99 a change of an option', () => {
  test('shows at once, and the answer holds whole', async () => {
    const { sessions, key, answers, shown, notices } = await setUp();
    const changed = sessions.setConfigOption(key, 'm', 'b');
    expect(shown()).toBe('b');
    answers[0]?.resolve([mode('c')]);
    await changed;
    expect(shown()).toBe('c');
    expect(notices()).toEqual([]);
  });

  test('that is refused goes back to what the agent said last, and says why', async () => {
    const { sessions, key, answers, shown, notices } = await setUp();
    const changed = sessions.setConfigOption(key, 'm', 'b');
    answers[0]?.reject(new ParleyError(agentRefused('A', 'No such mode.', undefined)));
    await changed;
    expect(shown()).toBe('a');
    expect(notices()).toEqual([expect.stringContaining('No such mode.')]);
  });

  test('that is never answered gives the control back; an answer that comes after all counts', async () => {
    const { sessions, clock, key, answers, shown, notices } = await setUp();
    const changed = sessions.setConfigOption(key, 'm', 'b');
    clock.advance(15_000);
    expect(shown()).toBe('a');
    expect(notices()).toHaveLength(1);
    answers[0]?.resolve(undefined);
    await changed;
    expect(shown()).toBe('b');
  });

  test('shows on when the answer to the one before it comes', async () => {
    const { sessions, key, answers, shown } = await setUp();
    void sessions.setConfigOption(key, 'm', 'b');
    const last = sessions.setConfigOption(key, 'm', 'c');
    answers[0]?.resolve([mode('b')]);
    await flushMicrotasks();
    expect(shown()).toBe('c');
    answers[1]?.resolve([mode('c')]);
    await last;
    expect(shown()).toBe('c');
  });

  test('stays on display when the change before it is refused, which a notice reports', async () => {
    const { sessions, key, answers, shown, notices } = await setUp();
    void sessions.setConfigOption(key, 'm', 'b');
    void sessions.setConfigOption(key, 'm', 'c');
    answers[0]?.reject(new ParleyError(agentRefused('A', 'Not now.', undefined)));
    await flushMicrotasks();
    expect(shown()).toBe('c');
    expect(notices()).toEqual([expect.stringContaining('Not now.')]);
    answers[1]?.resolve(undefined);
    await flushMicrotasks();
    expect(shown()).toBe('c');
  });
});
