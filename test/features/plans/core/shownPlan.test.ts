// Which plan a page shows, and what answers it.
import { expect, test } from 'vitest';
import type { SessionEvent } from '../../../../src/core/session/events.ts';
import { emptySession, type SessionState } from '../../../../src/core/session/model.ts';
import { reduce } from '../../../../src/core/session/reduce.ts';
import {
  acceptingOptions,
  planById,
  rejectingOption,
  restoredPlan,
  stateAfter,
  waitingPlan,
} from '../../../../src/features/plans/core/shownPlan.ts';

const options = [
  { optionId: 'bypass', name: 'Yes, and bypass permissions', kind: 'allow_always' },
  { optionId: 'ask', name: 'Yes, manually approve edits', kind: 'allow_once' },
  { optionId: 'never', name: 'Never', kind: 'reject_always' },
  { optionId: 'keep', name: 'No, keep planning', kind: 'reject_once' },
  { optionId: 'odd', name: 'Odd', kind: 'odd' },
];

const asked = (requestId: string, call: object): SessionEvent => ({
  type: 'permission_requested',
  at: 2,
  request: { requestId, toolCallId: requestId, options, at: 2 },
  call: { toolCallId: requestId, title: 'Ready?', ...call },
});

const session = (...events: readonly SessionEvent[]): SessionState =>
  events.reduce(reduce, emptySession('key', 'agent', '/work'));

test('the plan of a request is in its input, or is the text of a change of mode', () => {
  const byInput = session(asked('r1', { kind: 'other', rawInput: { plan: '# A' } }));
  expect(waitingPlan(byInput)).toMatchObject({ text: '# A', requestId: 'r1', state: 'waiting' });
  const content = (text: string) => [{ type: 'content', content: { type: 'text', text } }];
  const byText = session(asked('r1', { kind: 'switch_mode', content: content('# A\n\n1. B') }));
  expect(waitingPlan(byText)?.text).toBe('# A\n\n1. B');
});

test.each([
  ['a change of mode alone', { kind: 'switch_mode', content: [] }],
  [
    'a change of mode in one line',
    { kind: 'switch_mode', content: [{ type: 'content', content: { type: 'text', text: 'Code' } }] },
  ],
  ['a list in the input', { kind: 'switch_mode', rawInput: { plan: [{ step: 'A' }] } }],
  ['an empty text', { kind: 'switch_mode', rawInput: { plan: ' ' } }],
  [
    'a text of another call',
    { kind: 'execute', content: [{ type: 'content', content: { type: 'text', text: 'a\nb' } }] },
  ],
])('%s is no plan', (_name, call) => {
  expect(waitingPlan(session(asked('r1', call)))).toBeUndefined();
});

test('of several requests the first that has a plan is shown', () => {
  const state = session(asked('r1', { kind: 'edit' }), asked('r2', { rawInput: { plan: 'B' } }));
  expect(waitingPlan(state)?.requestId).toBe('r2');
  expect(planById(state, 'r1')).toBeUndefined();
  expect(planById(state, 'r2')?.text).toBe('B');
});

test('a plan of the transcript that is asked about is answered on its page', () => {
  const reported: SessionEvent = { type: 'plan_document', at: 1, planId: 'p', text: 'Do it\n' };
  const state = session(reported, asked('r1', { rawInput: { plan: 'Do it' } }));
  expect(planById(state, 'e0')).toMatchObject({ requestId: 'r1', state: 'waiting' });
  expect(planById(session(reported), 'e0')).toMatchObject({ entryId: 'e0', state: 'noted', options: [] });
  const removed = session(reported, { type: 'plan_removed', at: 2, planId: 'p' });
  expect(planById(removed, 'e0')?.state).toBe('withdrawn');
});

test('accepting begins with what allows least, and only what allows or rejects answers', () => {
  expect(acceptingOptions(options).map(({ optionId }) => optionId)).toEqual(['ask', 'bypass']);
  expect(rejectingOption(options)?.optionId).toBe('keep');
  expect(rejectingOption(options.filter(({ optionId }) => optionId !== 'keep'))?.optionId).toBe('never');
  expect(rejectingOption(options.slice(0, 2))).toBeUndefined();
});

test.each([
  ['accepted', { by: 'user', option: { name: 'Yes', kind: 'allow_always' } }],
  ['rejected', { by: 'user', option: { name: 'No', kind: 'reject_once' } }],
  ['withdrawn', { by: 'cancelled', isWithdrawn: true }],
  ['withdrawn', undefined],
] as const)('a plan is %s after %j', (state, decision) => {
  expect(stateAfter(decision)).toBe(state);
});

test('after a reload a plan is that of its entry, else what the page has stored, and waits for no answer', () => {
  const stored = { key: 'key', state: 'waiting', comments: [], text: '# A' } as const;
  expect(restoredPlan(stored, undefined)).toEqual({ text: '# A', options: [], state: 'withdrawn' });
  expect(restoredPlan({ ...stored, state: 'accepted' }, session())).toMatchObject({ state: 'accepted' });
  const reported = session({ type: 'plan_document', at: 1, planId: 'p', text: '# B' });
  const entryId = reported.entries.flat()[0]?.id ?? '';
  expect(restoredPlan({ ...stored, entryId }, reported)).toMatchObject({
    text: '# B',
    entryId,
    state: 'noted',
  });
  expect(restoredPlan({ ...stored, entryId: 'gone' }, reported)).toMatchObject({ text: '# A' });
});

test('a long plan is found after a reload where it was accepted, and nothing else is taken for it', () => {
  const { text: _long, ...stored } = { key: 'key', comments: [], text: '' };
  const accepted = session(asked('r1', { rawInput: { plan: '# Long' } }), {
    type: 'permission_closed',
    at: 3,
    requestId: 'r1',
    decision: { by: 'user', option: { name: 'Yes', kind: 'allow_once' } },
  });
  expect(restoredPlan({ ...stored, state: 'accepted' }, accepted)).toMatchObject({
    text: '# Long',
    state: 'accepted',
  });
  expect(restoredPlan({ ...stored, state: 'withdrawn' }, accepted)).toBeUndefined();
  expect(restoredPlan({ ...stored, state: 'accepted' }, session())).toBeUndefined();
});
