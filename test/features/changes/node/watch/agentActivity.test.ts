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

test('a call that says nothing of its kind may change the files that it names', () => {
  const made = activity();
  made.followCall({ toolCallId: '1', status: 'in_progress' }, () => ['/w/a.txt'], 900);
  expect(made.evidence('/w/a.txt', at)).toBe('named');
});
