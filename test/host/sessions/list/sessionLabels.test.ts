// How lists show what goes on in a session.
import { expect, test } from 'vitest';
import type { SessionActivity } from '../../../../src/core/sessionList/sessionActivity.ts';
import { emptySession } from '../../../../src/core/session/model.ts';
import {
  activityIcon,
  activityText,
  metaDetail,
  waitingText,
} from '../../../../src/host/sessions/list/sessionLabels.ts';

test('what the user should know of has an icon and a text of its own, not only a color', () => {
  const activities: readonly SessionActivity[] = [
    'waiting',
    'silent',
    'needs-sign-in',
    'limited',
    'failed',
    'running',
    'read-only',
    'finished',
  ];
  const icons = activities.map((activity) => activityIcon(activity, false).id);
  const texts = activities.map(activityText);
  expect(new Set(icons).size).toBe(activities.length);
  expect(new Set(texts).size).toBe(activities.length);
  expect(texts).not.toContain('');
});

test('work in the background is shown as work, and named as what it is', () => {
  expect(activityIcon('background', false)).toEqual(activityIcon('running', false));
  expect(activityText('background')).toBe('working in the background');
  expect(activityText('running')).toBe('running');
  expect(activityText('idle')).toBe('');
});

test('a session that met a limit says how long it waits', () => {
  const now = Date.parse('2026-03-04T10:00:00Z');
  const at = (resetsAt?: number): string => {
    const limit = { entryId: 'e0', ...(resetsAt === undefined ? {} : { resetsAt }) };
    return waitingText('limited', { state: { ...emptySession('k', 'A', '/work'), limit } }, now);
  };
  expect(at(now + 42 * 60_000)).toMatch(/^waiting until .* \(42 min\)$/);
  expect(at(now + 30_000)).toMatch(/\(1 min\)$/);
  expect(at(now - 1)).toBe('usage limit reached');
  expect(at()).toBe('usage limit reached');
  expect(waitingText('failed', {}, now)).toBe('failed');
});

test('the second line of a row in the quick pick, which is searched too, is what the agent says of the session', () => {
  expect(metaDetail({ meta: { status: 'in review', tags: ['a', 'b'] } })).toEqual({
    detail: 'status: in review · tags: a, b',
  });
  expect(metaDetail({})).toEqual({});
});
