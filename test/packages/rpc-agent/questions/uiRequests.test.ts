// What extensions of a CLI ask and show, through the whole program, with a scripted CLI behind it.
import type { CreateElicitationRequest, CreateElicitationResponse } from '@agentclientprotocol/sdk';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { until } from '../../../support/agentHarness.ts';
import { openScripted, untilSaid, type ScriptedSession } from '../../../support/rpcModeClient.ts';
import type { HostFrame } from '../../../support/scriptedCli.ts';

let count = 0;

/** Sends a UI request and returns its id. */
function request({ cli }: ScriptedSession, method: string, fields: object = {}): string {
  const id = `ui-${++count}`;
  cli.send({ type: 'extension_ui_request', id, method, ...fields });
  return id;
}

/** Sends a UI request and waits for its answer, without its type and id. */
async function ask(session: ScriptedSession, method: string, fields: object = {}): Promise<object> {
  const id = request(session, method, fields);
  const { type, id: answered, ...answer } = await answerTo(session, id);
  expect([type, answered]).toEqual(['extension_ui_response', id]);
  return answer;
}

async function answerTo({ cli }: ScriptedSession, id: string): Promise<HostFrame> {
  let found: HostFrame | undefined;
  await until(() => {
    found = cli.received.find((frame) => frame.type === 'extension_ui_response' && frame.id === id);
    return found !== undefined;
  }, `an answer to ${id}`);
  if (found === undefined) throw new Error('There is no answer.');
  return found;
}

const isAnswered = ({ cli }: ScriptedSession, id: string): boolean =>
  cli.received.some((frame) => frame.type === 'extension_ui_response' && frame.id === id);

/** A client that answers every question with this. */
const answering = (answer: CreateElicitationResponse) =>
  openScripted({ family: 'pi' }, { elicit: () => answer });
const accepting = (value: string) => answering({ action: 'accept', content: { value } });

const formQuestion = z.object({
  requestedSchema: z.object({ properties: z.object({ value: z.unknown() }) }),
});

/** The schema of the only field of a question. */
function fieldOf(question: CreateElicitationRequest | undefined): unknown {
  return formQuestion.parse(question).requestedSchema.properties.value;
}

/** The `_meta` of the session's information, one after the other, as far as they have this key. */
function metaOf({ client, sessionId }: ScriptedSession, key: string): unknown[] {
  return client
    .updates(sessionId, 'session_info_update')
    .flatMap(({ _meta }) => (_meta !== undefined && _meta !== null && key in _meta ? [_meta[key]] : []));
}

describe('a question', () => {
  test('to select offers the options, and answers with the chosen one', async () => {
    const session = await accepting('Block');
    const answer = await ask(session, 'select', {
      title: '\u001b[1mDangerous?\u001b[0m',
      options: ['Allow', 'Block', 'Allow'],
      optionDetails: [{}, { description: 'Does nothing' }],
    });
    expect(answer).toEqual({ value: 'Block' });
    const [question] = session.client.questions;
    expect(question).toMatchObject({ mode: 'form', sessionId: session.sessionId, message: 'Dangerous?' });
    expect(fieldOf(question)).toMatchObject({
      type: 'string',
      oneOf: [
        { const: 'Allow', title: 'Allow' },
        { const: 'Block', title: 'Block', description: 'Does nothing' },
      ],
    });
  });

  test.each([
    [
      'objects',
      [
        { label: 'Low', value: 'l' },
        { label: 'High', value: 'h' },
      ],
      'High',
      'h',
    ],
    ['objects without values', [{ name: 'Low' }, { name: 'High', description: 'Slow' }], 'High', 'High'],
    ['numbers', [1, 2], '2', 2],
    ['objects of numbers', [{ value: 1 }, { value: 2 }], '2', 2],
  ])('to select from %s is answered with the one that was chosen', async (_what, options, chosen, value) => {
    const session = await accepting(chosen);
    expect(await ask(session, 'select', { title: 'Effort', options })).toEqual({ value });
    expect(JSON.stringify(fieldOf(session.client.questions[0]))).toContain(`"title":"${chosen}"`);
  });

  test('whose id is a number is asked and answered', async () => {
    const session = await accepting('yes');
    session.cli.send({ type: 'extension_ui_request', id: 77, method: 'confirm', title: 'Sure?' });
    expect(await answerTo(session, '77')).toMatchObject({ confirmed: true });
  });

  test('that cannot be shown is cancelled, and the chat says so', async () => {
    const session = await accepting('x');
    expect(await ask(session, 'select', { title: 'Pick one', options: [] })).toEqual({ cancelled: true });
    await untilSaid(
      session.client,
      session.sessionId,
      'The agent asked: Pick one\n\nIt cannot be shown, so it was canceled.',
    );
    expect(await ask(session, 'hologram', {})).toEqual({ cancelled: true });
    await untilSaid(session.client, session.sessionId, 'The agent asked a question of the kind “hologram”');
    expect(session.client.questions).toEqual([]);
  });

  test('to confirm is answered with yes or no', async () => {
    const yes = await accepting('yes');
    expect(await ask(yes, 'confirm', { title: 'Clear?', message: 'All is lost.' })).toEqual({
      confirmed: true,
    });
    expect(yes.client.questions).toMatchObject([{ message: 'Clear?\n\nAll is lost.' }]);
    const no = await accepting('no');
    expect(await ask(no, 'confirm', { title: 'Clear?' })).toEqual({ confirmed: false });
  });

  test('for a text is answered with it, also where nothing was written', async () => {
    const session = await accepting('feature/x');
    expect(await ask(session, 'input', { title: 'Branch', placeholder: 'feature/…' })).toEqual({
      value: 'feature/x',
    });
    expect(fieldOf(session.client.questions[0])).toMatchObject({ type: 'string', description: 'feature/…' });
    const empty = await answering({ action: 'accept', content: {} });
    expect(await ask(empty, 'input', { title: 'Branch' })).toEqual({ value: '' });
  });

  test('for an editor says so, and begins with the text', async () => {
    const session = await accepting('a\nb\nc');
    expect(await ask(session, 'editor', { title: 'Edit', prefill: 'a\nb' })).toEqual({ value: 'a\nb\nc' });
    expect(session.client.questions).toMatchObject([
      { message: 'Edit', _meta: { 'parley.dev/editor': true } },
    ]);
    expect(fieldOf(session.client.questions[0])).toMatchObject({ default: 'a\nb' });
  });

  test.each(['decline', 'cancel'] as const)('that is answered with %s is cancelled', async (action) => {
    const session = await answering({ action });
    expect(await ask(session, 'confirm', { title: 'Sure?' })).toEqual({ cancelled: true });
    expect(await ask(session, 'input', { title: 'Name' })).toEqual({ cancelled: true });
  });

  test('answered with what was not offered, or that cannot be answered, is cancelled', async () => {
    const session = await accepting('Something else');
    expect(await ask(session, 'select', { title: 'Pick', options: ['A', 'B'] })).toEqual({ cancelled: true });
    expect(await ask(session, 'select', { title: 'Pick', options: [] })).toEqual({ cancelled: true });
    expect(await ask(session, 'hologram', { title: 'New' })).toEqual({ cancelled: true });
  });

  test('may be asked beside others, in or out of a turn', async () => {
    const session = await openScripted(
      { family: 'omp' },
      {
        elicit: ({ message }) => ({ action: 'accept', content: { value: message } }),
      },
    );
    const turn = session.client.prompt(session.sessionId, 'Hello');
    await session.cli.next('prompt');
    session.cli.beginTurn('Wait.');
    const [one, two] = await Promise.all([
      ask(session, 'input', { title: 'One' }),
      ask(session, 'input', { title: 'Two' }),
    ]);
    expect([one, two]).toEqual([{ value: 'One' }, { value: 'Two' }]);
    session.cli.endTurn();
    expect(await turn).toMatchObject({ stopReason: 'end_turn' });
  });
});

describe('a question that nobody waits for any more', () => {
  const leavingOpen = () => openScripted({ family: 'omp' }, { elicit: () => undefined });

  test('because its time is up names the deadline and is withdrawn then without an answer', async () => {
    const session = await leavingOpen();
    const before = Date.now();
    const id = request(session, 'confirm', { title: 'Timeout?', timeout: 300 });
    await until(() => session.client.questions.length === 1, 'the question');
    const deadline = Number(session.client.questions[0]?._meta?.['parley.dev/deadline']);
    expect(deadline).toBeGreaterThanOrEqual(before + 300);
    expect(deadline).toBeLessThan(before + 10_000);
    await until(() => session.client.withdrawn.length === 1, 'the withdrawal');
    expect(isAnswered(session, id)).toBe(false);
  });

  test('because the CLI takes it back is withdrawn without an answer', async () => {
    const session = await leavingOpen();
    const id = request(session, 'select', { title: 'Pick', options: ['A'] });
    await until(() => session.client.questions.length === 1, 'the question');
    request(session, 'cancel', { targetId: id });
    await until(() => session.client.withdrawn.length === 1, 'the withdrawal');
    expect(isAnswered(session, id)).toBe(false);
  });

  test('because the CLI has ended is withdrawn', async () => {
    const session = await leavingOpen();
    request(session, 'input', { title: 'Name' });
    await until(() => session.client.questions.length === 1, 'the question');
    session.cli.order({ exit: 1 });
    await until(() => session.client.withdrawn.length === 1, 'the withdrawal');
  });
});

test('a client that shows no questions is informed of what was asked, and the answer is cancel', async () => {
  const session = await openScripted({ family: 'pi' }, { capabilities: {} });
  expect(await ask(session, 'confirm', { title: 'Delete all?' })).toEqual({ cancelled: true });
  expect(session.client.questions).toEqual([]);
  await untilSaid(session.client, session.sessionId, 'The agent asked: Delete all?');
});

describe('what an extension shows', () => {
  test('as a notification is a notice, its first line the title', async () => {
    const session = await openScripted({ family: 'pi' });
    request(session, 'notify', { message: 'Blocked\nBecause of a rule', notifyType: 'warning' });
    request(session, 'notify', { message: 'Done' });
    request(session, 'notify', { message: '  ' });
    const { client, sessionId } = session;
    await until(() => client.updates(sessionId, 'notice').length >= 2, 'two notices');
    expect(client.updates(sessionId, 'notice')).toMatchObject([
      { severity: 'warning', title: 'Blocked', description: 'Because of a rule' },
      { severity: 'info', title: 'Done' },
    ]);
  });

  test('as a notification is a message for a client without notices', async () => {
    const session = await openScripted({ family: 'pi' }, { capabilities: {} });
    request(session, 'notify', { message: 'Done' });
    await until(() => session.client.said(session.sessionId) === 'Done', 'the message');
  });

  test('as a status or a widget is shown by its key, all of them each time, until it is removed', async () => {
    const session = await openScripted({ family: 'omp' });
    request(session, 'setWidget', { widgetKey: 'never shown' });
    request(session, 'setStatus', { statusKey: 'a', statusText: '\u001b[31mTurn 3\u001b[0m' });
    request(session, 'setStatus', { statusKey: 'b', statusText: 'idle' });
    request(session, 'setStatus', { statusKey: 'a' });
    request(session, 'setStatus', { statusKey: 'a' });
    request(session, 'setWidget', {
      widgetKey: 'w',
      widgetLines: ['one', 'two'],
      widgetPlacement: 'belowEditor',
    });
    request(session, 'setWidget', { widgetKey: 'w' });
    await until(() => metaOf(session, 'parley.dev/widget').length === 2, 'the widget is gone');
    expect(metaOf(session, 'parley.dev/status')).toEqual([
      { a: 'Turn 3' },
      { a: 'Turn 3', b: 'idle' },
      { b: 'idle', a: null },
    ]);
    expect(metaOf(session, 'parley.dev/widget')).toEqual([
      { w: { lines: ['one', 'two'], placement: 'below' } },
      { w: null },
    ]);
  });

  test('as a title is the title, and as a text for the composer is in `_meta`', async () => {
    const session = await openScripted({ family: 'pi' });
    expect(session.cli.env['PI_RPC_EMIT_TITLE']).toBe('1');
    request(session, 'setTitle', { title: 'Fix the tests' });
    request(session, 'set_editor_text', { text: 'Try again' });
    await until(() => metaOf(session, 'parley.dev/composerText').length === 1, 'the text');
    expect(metaOf(session, 'parley.dev/composerText')).toEqual(['Try again']);
    const titles = session.client.updates(session.sessionId, 'session_info_update').map(({ title }) => title);
    expect(titles).toContain('Fix the tests');
  });

  test('as a page is offered where the client opens pages, and is a link in others', async () => {
    const page = { url: 'https://example.com/login', instructions: 'Sign in' };
    const opening = await openScripted(
      { family: 'omp' },
      { capabilities: { elicitation: { url: {} } }, elicit: () => ({ action: 'accept' }) },
    );
    request(opening, 'open_url', page);
    await until(() => opening.client.questions.length === 1, 'the question');
    expect(opening.client.questions).toMatchObject([
      { mode: 'url', url: 'https://example.com/login', message: 'Sign in' },
    ]);
    const plain = await openScripted({ family: 'omp' }, { capabilities: {} });
    request(plain, 'open_url', page);
    await until(() => plain.client.said(plain.sessionId).includes('<https://example.com/login>'), 'the link');
  });

  test('that is no request harms nobody', async () => {
    const session = await accepting('x');
    session.cli.send({ type: 'extension_ui_request' }, { type: 'extension_ui_request', id: 7, method: [] });
    expect(await ask(session, 'input', { title: 12, options: 'x', timeout: -1 })).toEqual({ value: 'x' });
  });
});
