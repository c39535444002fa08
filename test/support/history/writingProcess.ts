// A process that stores a session and prints after each write how far it is, until it is killed.
import { SessionStore } from '../../../src/core/sessionLifecycle/sessionStore.ts';
import { plainText } from '../../../src/core/session/content.ts';
import { systemClock } from '../../../packages/process/systemClock.ts';
import { History } from '../../../src/history/history.ts';

/** Makes a log long enough to be written anew every now and then. */
const PADDING = 'x'.repeat(20_000);

const [, , folder = ''] = process.argv;
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const store = new SessionStore();
const history = History.open({
  folder,
  clock: systemClock,
  log: silent,
  settings: () => ({ isEnabled: true, maxAgeDays: 0, maxSizeMB: 0 }),
});
history.record(store);
const stored = await history.read('one');
if (stored === undefined) {
  store.create('one', 'claude', '/work');
  store.dispatch('one', { type: 'prompt_started', at: 1, content: [{ type: 'text', text: 'Count' }] });
} else {
  store.add(stored);
  store.dispatch('one', { type: 'restored', at: 1 });
}
const said = stored?.entries.flat().map((entry) => (entry.kind === 'agent' ? plainText(entry.content) : ''));
const known = said?.join('').match(/\[\d+\]/g)?.length ?? 0;
for (let number = known; ; number++) {
  const text = `[${number}]${PADDING}`;
  store.dispatch('one', {
    type: 'message_chunk',
    at: number,
    role: 'agent',
    content: { type: 'text', text },
  });
  // A call whose output is reported again and again makes the log longer than the session.
  const call = { toolCallId: 'again', rawOutput: PADDING };
  store.dispatch('one', { type: 'tool_call', at: number, call });
  if (Math.random() < 0.5) continue;
  await history.flush();
  process.stdout.write(`${number}\n`);
}
