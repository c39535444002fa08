// The health of an agent, one transition at a time.
import { expect, test } from 'vitest';
import { beginStop, crashLoop, endStop, NORMAL } from '../../../src/core/sessionLifecycle/agentHealth.ts';

test('an agent that is stopped on purpose is normal again when its process is gone', () => {
  expect(endStop(beginStop(false))).toEqual(NORMAL);
});

test('an agent that crashes while it is being stopped is not in a crash loop', () => {
  const stopping = beginStop(true);
  expect(crashLoop(stopping)).toBe(stopping);
});

test('an agent in a crash loop stays in it when a stop ends, until it is set back', () => {
  const looping = crashLoop(NORMAL);
  expect(looping).toEqual({ state: 'crash-looping' });
  expect(endStop(looping)).toBe(looping);
});
