// A window that tracks a folder, in a process that can be killed: `node trackerProcess.ts BASE CHECKPOINT…`. The parent is its
// user and its agent.
import { relative } from 'node:path';
import { isPrompt } from '../../../src/core/session/entries.ts';
import type { RevertResult } from '../../../src/features/changes/node/fileRestorer.ts';
import {
  ACP_SESSION,
  endTurn,
  finishTurn,
  KEY,
  look,
  others,
  prompt,
  toolCall,
  TrackedFolder,
} from './trackedFolder.ts';
import { trackerRequest, type TrackerAnswer, type TrackerRequest } from './trackerMessages.ts';

const [, , base = '', ...checkpoints] = process.argv;
const files = new TrackedFolder().open(base);
const session = { sessionId: ACP_SESSION.id, isOpened: false };
const window = files.openWindow({ session });
const { store, tracker } = window;
const { review } = tracker;

// The stored transcript, as it is replayed while the session is opened.
for (const checkpoint of checkpoints) {
  store.dispatch(KEY, { type: 'prompt_started', at: 1, content: [{ type: 'text', text: 'do it' }] });
  store.dispatch(KEY, { type: 'checkpoint_made', at: 1, checkpoint });
  endTurn(window);
}
store.dispatch(KEY, { type: 'opened', at: 1, sessionId: ACP_SESSION.id });

function entryOf(checkpoint: string): string {
  const entries = store.state(KEY)?.entries.flat() ?? [];
  return entries.findLast((entry) => isPrompt(entry) && entry.checkpoint === checkpoint)?.id ?? '';
}

function checkpointOf(id: string): string | undefined {
  const entry = store
    .state(KEY)
    ?.entries.flat()
    .find((each) => each.id === id);
  return entry !== undefined && isPrompt(entry) ? entry.checkpoint : undefined;
}

type Outcome = Pick<TrackerAnswer, 'isDone' | 'left'> & { readonly checkpoint?: string | undefined };
const done: Outcome = { isDone: true, left: [] };

function outcome(result: RevertResult | undefined): Outcome {
  const left = [...(result?.conflicts ?? []), ...(result?.failed ?? []).map(({ path }) => path)];
  return { isDone: result !== undefined, left: left.map((path) => relative(files.folder, path)) };
}

const actions: Readonly<Record<TrackerRequest['what'], (request: TrackerRequest) => Promise<Outcome>>> = {
  prompt: async () => ({ ...done, checkpoint: checkpointOf(await prompt(window)) }),
  end: () => finishTurn(window).then(() => done),
  look: () => look(window).then(() => done),
  call: async ({ name, text, line }) => {
    const path = files.path(name);
    toolCall(window, { toolCallId: `${line}`, kind: 'edit', status: text, locations: [{ path }] });
    return done;
  },
  write: async ({ name, text }) => {
    await tracker.whileAgentWrites(ACP_SESSION, files.path(name), async () => files.put(name, text));
    return done;
  },
  willSave: ({ name }) => tracker.willSave(files.path(name)).then(() => done),
  saved: ({ name, text }) => tracker.userSaved(files.path(name), text).then(() => done),
  undo: async () => outcome(await review.undo(KEY)),
  keepLine: async ({ name, line }) => {
    await review.keepLines(KEY, files.path(name), { start: line, end: line + 1 });
    return done;
  },
  undoLine: async ({ name, line }) =>
    outcome(await review.undoLines(KEY, files.path(name), { start: line, end: line + 1 })),
  redo: async () => outcome(await review.redo(KEY)),
  restore: async ({ name }) => outcome(await review.restore(KEY, entryOf(name), async () => true)),
};

async function answer(request: TrackerRequest): Promise<void> {
  const { id, what } = request;
  const send = (each: Partial<TrackerAnswer>): void => {
    process.send?.({ id, ...done, ...each, others: others(window) });
  };
  await actions[what](request).then(send, (error: unknown) => send({ error: String(error) }));
}

process.on('message', (message: unknown) => void answer(trackerRequest.parse(message)));
// It is ended with its parent, too.
process.on('disconnect', () => process.exit());
