// Which paths of a tool call are looked up, and what they say about whose a change is.
import { expect, test, vi } from 'vitest';
import { AgentActivity } from '../../../../../src/features/changes/node/watch/agentActivity.ts';

const at = { since: 1_000, until: 1_000 };

function activity(): AgentActivity {
  const made = new AgentActivity();
  made.beginTurn(0);
  return made;
}

test('paths of calls that only read are not looked up, however often they are reported', () => {
  const made = activity();
  const paths = vi.fn(() => ['/w/a.txt']);
  for (const kind of ['read', 'search', 'fetch', 'think']) {
    expect(made.followCall({ toolCallId: kind, kind, status: 'in_progress' }, paths, 900)).toBe(false);
    expect(made.followCall({ toolCallId: kind, status: 'completed' }, paths, 1_100)).toBe(false);
  }
  expect(paths).not.toHaveBeenCalled();
  expect(made.evidence('/w/a.txt', at)).toBe('none');
});

test('a call that turns out to change files has named those that it named while it seemed to read', () => {
  const made = activity();
  made.followCall({ toolCallId: '1', kind: 'read', status: 'pending' }, () => ['/w/a.txt'], 900);
  made.followCall({ toolCallId: '1', kind: 'edit', status: 'completed' }, () => [], 1_100);
  expect(made.evidence('/w/a.txt', at)).toBe('named');
  expect(made.evidence('/w/b.txt', at)).toBe('none');
});

test('a file that a call names may have been written long before its report was read, but not before the turn', () => {
  const made = activity();
  made.followCall({ toolCallId: '1', kind: 'edit', status: 'in_progress' }, () => ['/w/a.txt'], 9_000);
  expect(made.evidence('/w/a.txt', at)).toBe('named');
  expect(made.evidence('/w/b.txt', at)).toBe('none');
  expect(made.evidence('/w/a.txt', { since: -2_000, until: -1_000 })).toBe('none');
});

test('a call that says nothing of its kind may change the files that it names', () => {
  const made = activity();
  made.followCall({ toolCallId: '1', status: 'in_progress' }, () => ['/w/a.txt'], 900);
  expect(made.evidence('/w/a.txt', at)).toBe('named');
});

test.each([
  ['a command that goes on', (made: AgentActivity) => made.startTerminal('t', 100), true],
  [
    'a call that names no file',
    (made: AgentActivity) =>
      made.followCall({ toolCallId: '1', kind: 'other', status: 'in_progress' }, () => [], 900),
    true,
  ],
  ['files that Parley wrote back', (made: AgentActivity) => made.writeBack('/w/b.txt', 2_000), true],
  [
    'an edit that names its file',
    (made: AgentActivity) =>
      made.followCall({ toolCallId: '1', kind: 'edit', status: 'in_progress' }, () => ['/w/a.txt'], 900),
    false,
  ],
  [
    'a call that reads',
    (made: AgentActivity) =>
      made.followCall({ toolCallId: '1', kind: 'read', status: 'in_progress' }, () => [], 900),
    false,
  ],
])('whether other files may have been changed is known of %s', (_what, happen, hasRun) => {
  const made = activity();
  happen(made);
  expect(made.hasRunSince(2_000)).toBe(hasRun);
});

const noPaths = (): readonly string[] => [];

/** Reports that the host reads at once, as it was busy while they came. */
const BATCHES: Readonly<Record<string, (made: AgentActivity, now: number) => void>> = {
  'a command that began and ended': (made, now) => {
    made.followCall({ toolCallId: '1', kind: 'execute', status: 'in_progress' }, noPaths, now);
    made.followCall({ toolCallId: '1', status: 'completed' }, noPaths, now);
  },
  'a command after a read': (made, now) => {
    made.followCall({ toolCallId: '1', kind: 'read', status: 'in_progress' }, noPaths, now);
    made.followCall({ toolCallId: '1', status: 'completed' }, noPaths, now);
    made.followCall({ toolCallId: '2', kind: 'execute', status: 'in_progress' }, noPaths, now + 1);
    made.followCall({ toolCallId: '2', status: 'completed' }, noPaths, now + 20);
  },
  'a command after an edit, reported when it had ended': (made, now) => {
    made.followCall({ toolCallId: '1', kind: 'edit', status: 'completed' }, () => ['/w/b.txt'], now);
    made.followCall({ toolCallId: '2', kind: 'execute', status: 'completed' }, noPaths, now + 1);
  },
  'a terminal after a read': (made, now) => {
    made.followCall({ toolCallId: '1', kind: 'read', status: 'completed' }, noPaths, now);
    made.startTerminal('t', now);
    made.endTerminal('t', now + 1);
  },
};

test.each(Object.keys(BATCHES))('what was written before the host read of %s may be its work', (name) => {
  const made = activity();
  made.followCall({ toolCallId: '0', kind: 'read', status: 'completed' }, noPaths, 500);
  BATCHES[name]?.(made, 1_050);
  expect(made.evidence('/w/a.txt', at)).toBe('ran');
  // Before the agent reported something else, and was heard, it did not work on this.
  expect(made.evidence('/w/a.txt', { since: 400, until: 400 })).toBe('none');
});

test('what was written long before a report, or before the turn, is not its work', () => {
  const made = activity();
  made.followCall({ toolCallId: '1', kind: 'execute', status: 'in_progress' }, noPaths, 2_500);
  expect(made.evidence('/w/a.txt', at)).toBe('none');
  made.endTurn(2_600);
  made.beginTurn(5_000);
  BATCHES['a command after a read']?.(made, 5_050);
  expect(made.evidence('/w/a.txt', { since: 4_900, until: 4_900 })).toBe('none');
});

test.each([
  ['in the millisecond of its end is its work', 1_000.4, 'named'],
  ['at the end of that is too', 1_000.99, 'named'],
  ['in the next one is not, as a look has found what the call did', 1_001, 'none'],
])('what a call writes %s', (_when, writtenAt, evidence) => {
  const made = activity();
  made.followCall({ toolCallId: '1', kind: 'edit', status: 'in_progress' }, () => ['/w/a.txt'], 900);
  made.found('/w/a.txt', 995);
  // The clock of this process said so at 1,000.8.
  made.followCall({ toolCallId: '1', status: 'completed' }, () => [], 1_000);
  expect(made.evidence('/w/a.txt', { since: writtenAt, until: writtenAt })).toBe(evidence);
});

test('the evidence for a file follows what is reported after it was looked up', () => {
  const made = activity();
  expect(made.evidence('/w/a.txt', at)).toBe('none');
  made.followCall({ toolCallId: '1', kind: 'edit', status: 'in_progress' }, () => ['/w/a.txt'], 900);
  expect(made.evidence('/w/a.txt', at)).toBe('named');
  made.followCall({ toolCallId: '1', status: 'completed' }, noPaths, 950);
  made.forget(9_000);
  expect(made.evidence('/w/a.txt', at)).toBe('none');
});

test('many calls and many files are looked up in a time that grows with both, and not with their product', () => {
  const made = activity();
  const many = 20_000;
  for (let each = 0; each < many; each++)
    made.followCall(
      { toolCallId: `${each}`, kind: 'edit', status: 'in_progress' },
      () => [`/w/${each}`],
      900,
    );
  const began = performance.now();
  const named = Array.from({ length: many }, (_, each) => made.evidence(`/w/${each}`, at));
  expect(performance.now() - began).toBeLessThan(1_000);
  expect(new Set(named)).toEqual(new Set(['named']));
});
