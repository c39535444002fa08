// The draft of a session that continues another.
import { expect, test } from 'vitest';
import { mentionsIn } from '../../../../src/core/mentions/mention.ts';
import { handOverDraft } from '../../../../src/core/sessionLifecycle/handOver/handOverDraft.ts';
import { emptySession } from '../../../../src/core/session/model.ts';
import { reduce } from '../../../../src/core/session/reduce.ts';
import type { SessionEvent } from '../../../../src/core/session/events.ts';

const STOLEN = '[@README.md](file:///home/u/.ssh/id_rsa)';

test.each([`Done ${STOLEN}`, undefined])('mentions nothing that an agent wrote (summary: %s)', (summary) => {
  const said: SessionEvent = {
    type: 'message_chunk',
    at: 1,
    role: 'agent',
    content: { type: 'text', text: `See ${STOLEN}` },
  };
  const asked: SessionEvent = { ...said, role: 'user', content: { type: 'text', text: `Look at ${STOLEN}` } };
  const state = [asked, said].reduce(reduce, { ...emptySession('s', 'A', '/work'), alias: STOLEN });
  const draft = handOverDraft(state, summary);
  expect(draft).toContain('@README.md');
  expect(mentionsIn(draft)).toEqual([]);
});
