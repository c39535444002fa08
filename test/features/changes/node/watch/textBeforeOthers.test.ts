// What the agent may still take a file to say, which somebody else has changed meanwhile.
import { expect, test } from 'vitest';
import { asTest } from '../../../../support/changes/lineEnds.ts';
import {
  finishTurn,
  KEY,
  prompt,
  toolCall,
  turn,
  type TrackedWindow,
} from '../../../../support/changes/trackedFolder.ts';
import { useTrackedFolder } from '../../../../support/changes/useTrackedFolder.ts';

const files = useTrackedFolder();

async function earlierText({ tracker, store }: TrackedWindow, name: string): Promise<string | undefined> {
  const state = store.state(KEY);
  const text = await tracker.textBeforeOthers(
    { agent: state?.agent ?? '', id: state?.sessionId ?? '' },
    files.path(name),
  );
  return text === undefined ? undefined : asTest(text);
}

function openWindow(): TrackedWindow {
  const window = files.openWindow();
  window.store.dispatch(KEY, { type: 'opened', at: 1, sessionId: 'acp-1' });
  return window;
}

/** A call that names a file began now. */
function read({ store }: TrackedWindow, name: string): void {
  const call = { toolCallId: 'read', kind: 'read', status: 'completed', title: `cat ${name}` };
  store.dispatch(KEY, { type: 'tool_call', at: Date.now() + 1, call });
}

test('what another program changed in the turn, until a call names the file', async () => {
  files.put('a.txt', 'one\n');
  files.put('old.txt', 'old\n');
  const window = openWindow();
  await prompt(window);
  files.put('a.txt', 'one\ntheirs\n');
  expect(await earlierText(window, 'a.txt')).toBe('one\n');
  expect(await earlierText(window, 'gone.txt')).toBeUndefined();
  read(window, 'a.txt');
  expect(await earlierText(window, 'a.txt')).toBeUndefined();
});

test('what the agent has left where others went on, and not what it has changed itself', async () => {
  files.put('a.txt', 'one\n');
  const window = openWindow();
  await prompt(window);
  const call = { toolCallId: 'edit', kind: 'edit', locations: [{ path: files.path('a.txt') }] };
  toolCall(window, { ...call, status: 'in_progress' });
  files.put('a.txt', 'one\nagent\n');
  expect(await earlierText(window, 'a.txt')).toBe('one\nagent\n');
  toolCall(window, { ...call, status: 'failed' });
  await finishTurn(window);
  files.put('a.txt', 'one\nagent\nmine\n');
  expect(await earlierText(window, 'a.txt')).toBe('one\nagent\n');
});

test('also after another turn; but not of a file that changed before there was one', async () => {
  files.put('a.txt', 'one\n');
  files.put('b.txt', 'one\n');
  const window = openWindow();
  await prompt(window);
  files.put('a.txt', 'one\ntheirs\n');
  await finishTurn(window);
  files.put('b.txt', 'between\n');
  await turn(window, () => toolCall(window, { toolCallId: 'other', kind: 'read', title: 'Read c.txt' }));
  expect(await earlierText(window, 'a.txt')).toBe('one\n');
  expect(await earlierText(window, 'b.txt')).toBeUndefined();
});
