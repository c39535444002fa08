// The restart policy: four crashes in three minutes are too many, whatever their rhythm.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RestartPolicy } from '../../../src/core/sessionLifecycle/restartPolicy.ts';
import { ManualClock } from '../../support/clock.ts';

const MINUTE = 60_000;

describe('RestartPolicy', () => {
  it('restarts three times and stops at the fourth crash within three minutes', () => {
    const policy = new RestartPolicy(new ManualClock());
    expect([1, 2, 3, 4, 5].map(() => policy.crashed('a'))).toEqual([
      'restart',
      'restart',
      'restart',
      'stop',
      'stop',
    ]);
  });

  it('forgets crashes that are three minutes old', () => {
    const clock = new ManualClock();
    const policy = new RestartPolicy(clock);
    for (let count = 0; count < 3; count++) policy.crashed('a');
    clock.advance(3 * MINUTE);
    expect(policy.crashed('a')).toBe('restart');
  });

  it('still stops just before they are', () => {
    const clock = new ManualClock();
    const policy = new RestartPolicy(clock);
    for (let count = 0; count < 3; count++) policy.crashed('a');
    clock.advance(3 * MINUTE - 1);
    expect(policy.crashed('a')).toBe('stop');
  });

  it('counts each agent separately', () => {
    const policy = new RestartPolicy(new ManualClock());
    for (let count = 0; count < 4; count++) policy.crashed('a');
    expect(policy.crashed('b')).toBe('restart');
  });

  it('starts anew when the user does', () => {
    const policy = new RestartPolicy(new ManualClock());
    for (let count = 0; count < 4; count++) policy.crashed('a');
    policy.forget('a');
    expect(policy.crashed('a')).toBe('restart');
  });

  it('a clock that is set back does not make crashes count for ever', () => {
    const clock = new ManualClock();
    const policy = new RestartPolicy(clock);
    for (let count = 0; count < 3; count++) policy.crashed('a');
    clock.advance(-24 * 60 * MINUTE);
    expect(policy.crashed('a')).toBe('restart');
  });

  it('stops exactly when four crashes lie within three minutes', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 4 * MINUTE }), { maxLength: 30 }), (pauses) => {
        const clock = new ManualClock();
        const policy = new RestartPolicy(clock);
        const times: number[] = [];
        for (const pause of pauses) {
          clock.advance(pause);
          times.push(clock.now());
          const fourth = times.at(-4);
          const tooMany = fourth !== undefined && clock.now() - fourth < 3 * MINUTE;
          expect(policy.crashed('a')).toBe(tooMany ? 'stop' : 'restart');
        }
      }),
    );
  });
});
