// The examples of the three proposals that became ACP, verbatim, through the schema border and the reducer.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { readSessionUpdate } from '../../src/agents/schema/updateSchema.ts';
import { newSessionAnswer, promptAnswer } from '../../src/agents/schema/answerSchema.ts';
import { configOptions, setConfigOptionAnswer } from '../../src/agents/schema/configSchema.ts';
import { shownValue, valueName } from '../../src/core/configOptions/configOptions.ts';
import { emptySession, type SessionState } from '../../src/core/session/model.ts';
import { reduce } from '../../src/core/session/reduce.ts';
import { sessionTitle } from '../../src/core/session/selectors.ts';
import { currentUsage, usageText } from '../../src/core/usage/usageFigures.ts';

const message = z.looseObject({ result: z.unknown(), params: z.unknown() }).partial();

function example(name: string): z.infer<typeof message> {
  return message.parse(exampleJson(name));
}

function exampleJson(name: string): unknown {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'proposals', `${name}.json`), 'utf8'));
}

/** The session after the updates in the named examples. */
function after(...names: readonly string[]): SessionState {
  return names.reduce(
    (state, name) => {
      const reading = readSessionUpdate(example(name).params);
      if (reading.kind !== 'parsed') throw new Error(`${name}: ${reading.kind}`);
      return reduce(state, { ...reading.update, at: 1 });
    },
    emptySession('s', 'agent', '/work'),
  );
}

describe('session config options', () => {
  test('the answer to session/new offers both options, also the one whose value is not listed', () => {
    const { sessionId, configOptions: options } = newSessionAnswer.parse(
      example('config-1-session-new-result').result,
    );
    expect(sessionId).toBe('sess_abc123def456');
    expect(options.map(({ id, category, currentValue }) => [id, category, currentValue])).toEqual([
      ['mode', 'mode', 'ask'],
      ['models', 'model', 'ask'],
    ]);
    const [, models] = options;
    if (models?.type !== 'select') throw new Error('not a select');
    expect(valueName(models, String(shownValue(models, [])))).toBe('ask');
  });

  test('a group may carry its label as “group” alone', () => {
    const [option] = configOptions.parse([exampleJson('config-2-grouped-option')]);
    expect(option).toMatchObject({
      id: 'models',
      groups: [
        { name: 'Provider A', values: [{ value: 'model-1', description: '最快的模型' }] },
        { name: 'Provider B', values: [{ value: 'model-2' }] },
      ],
    });
  });

  test('the answer to a change and the agent’s own change replace everything', () => {
    const { configOptions: answered } = setConfigOptionAnswer.parse(example('config-4-set-result').result);
    expect(answered).toMatchObject([{ id: 'mode', currentValue: 'ask' }, { id: 'models' }]);
    expect(after('config-5-update').configOptions).toMatchObject([
      { id: 'mode', currentValue: 'ask' },
      { id: 'models' },
    ]);
  });
});

describe('usage and context', () => {
  test('the tokens of a turn come in snake case beside the stop reason', () => {
    expect(promptAnswer.parse(example('usage-1-prompt-result').result)).toEqual({
      stopReason: 'end_turn',
      tokens: {
        total: 53_000,
        input: 35_000,
        output: 12_000,
        thought: 5_000,
        cachedRead: 5_000,
        cachedWrite: 1_000,
      },
    });
  });

  test('the context is reported with and without a cost', () => {
    const usage = currentUsage(after('usage-2-update'));
    expect(usage && usageText(usage)).toBe('53K / 200K tokens (26%)');
    expect(after('usage-2-update', 'usage-3-update-with-cost').usage?.cost).toEqual({
      amount: 0.045,
      currency: 'USD',
    });
  });
});

describe('session info', () => {
  test('titles follow each other, and metadata adds up', () => {
    expect(sessionTitle(after('info-1-title-and-meta'))).toBe('实现用户身份验证');
    const state = after('info-1-title-and-meta', 'info-2-title-and-project', 'info-3-title-only');
    expect(sessionTitle(state)).toBe('调试身份验证超时 → 添加重试逻辑');
    expect(state.info.meta).toEqual({
      tags: ['feature', 'auth'],
      priority: 'high',
      projectName: 'api-server',
      branch: 'main',
    });
  });
});
