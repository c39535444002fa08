// What Claude's adapter reports of the account's limits: one notice when one is near, and what explains an error.
import { expect, test } from 'vitest';
import { AccountLimits } from '../../../src/agents/limits/accountLimits.ts';
import { readAccountLimit } from '../../../src/agents/limits/rateLimitMeta.ts';
import { ManualClock } from '../../support/clock.ts';

const update = (limit: unknown) => ({
  sessionId: 's1',
  update: { sessionUpdate: 'usage_update', used: 1, size: 2, _meta: { '_claude/rateLimit': limit } },
});
/** In seconds. */
const RESET = 7_200;

test('a limit that is near is reported once until it resets', () => {
  const limits = new AccountLimits(new ManualClock());
  const near = { status: 'allowed_warning', resetsAt: RESET, rateLimitType: 'five_hour', utilization: 0.789 };
  expect(limits.read(update(near), 'Claude')).toMatch(
    /^78% of the usage limit .* Claude is used\. It resets at/,
  );
  expect(limits.read(update({ ...near, utilization: 0.9 }), 'Claude')).toBeUndefined();
  expect(limits.read(update({ ...near, resetsAt: 2 * RESET }), 'Claude')).toContain('78%');
  expect(limits.current?.isReached).toBe(false);
});

test('a limit that is reached holds until it resets', () => {
  const clock = new ManualClock();
  const limits = new AccountLimits(clock);
  expect(limits.read(update({ status: 'rejected', resetsAt: RESET }), 'Claude')).toBeUndefined();
  expect(limits.current).toEqual({ isReached: true, resetsAt: RESET * 1_000 });
  clock.advance(RESET * 1_000);
  expect(limits.current).toBeUndefined();
});

test('who pays for more has reached no limit', () => {
  expect(readAccountLimit(update({ status: 'rejected', isUsingOverage: true }))?.isReached).toBe(false);
});

test.each([undefined, null, 7, {}, update(undefined), update({}), update({ status: 1 })])(
  '%o is no limit',
  (params) => {
    expect(readAccountLimit(params)).toBeUndefined();
  },
);

test('values that cannot be used are left out', () => {
  expect(readAccountLimit(update({ status: 'rejected', resetsAt: {}, utilization: 'much' }))).toEqual({
    isReached: true,
    isNear: false,
    name: '',
  });
});
