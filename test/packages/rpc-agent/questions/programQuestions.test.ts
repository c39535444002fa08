// Questions of a CLI's extensions through the whole program, with a scripted CLI behind it.
import type { CreateElicitationResponse } from '@agentclientprotocol/sdk';
import { describe, expect, test } from 'vitest';
import { until } from '../../../support/agentHarness.ts';
import { openScripted } from '../../../support/rpcModeClient.ts';

function accept(value: string): CreateElicitationResponse {
  return { action: 'accept', content: { value } };
}

describe('a question', () => {
  test.each([
    ['select', { options: ['Allow', 'Block'] }, accept('Block'), { value: 'Block' }],
    ['confirm', { message: 'Really?' }, accept('yes'), { confirmed: true }],
    ['confirm', { message: 'Really?' }, accept('no'), { confirmed: false }],
    ['input', { placeholder: 'feature/…' }, accept('feature/x'), { value: 'feature/x' }],
    ['editor', { prefill: 'before' }, accept('one\ntwo'), { value: 'one\ntwo' }],
    ['select', { options: ['Allow'] }, { action: 'decline' as const }, { cancelled: true }],
    ['input', {}, { action: 'cancel' as const }, { cancelled: true }],
  ])('%s with %j answered with %j', async (method, fields, answer, expected) => {
    const { client, cli } = await openScripted({}, { elicit: () => answer });
    cli.send({ type: 'extension_ui_request', id: 'q1', method, title: 'Which one?', ...fields });
    expect(await cli.next('extension_ui_response')).toEqual({
      type: 'extension_ui_response',
      id: 'q1',
      ...expected,
    });
    expect(client.questions[0]?.message).toContain('Which one?');
  });

  test('is answered with cancel for a client that cannot ask', async () => {
    const { client, cli } = await openScripted({}, { capabilities: {} });
    cli.send({ type: 'extension_ui_request', id: 'q1', method: 'confirm', title: 'Sure?' });
    expect(await cli.next('extension_ui_response')).toMatchObject({ id: 'q1', cancelled: true });
    expect(client.questions).toEqual([]);
  });

  test('is withdrawn when the CLI has gone on without an answer', async () => {
    const { client, cli } = await openScripted({}, { elicit: () => undefined });
    cli.send({ type: 'extension_ui_request', id: 'q1', method: 'confirm', title: 'Sure?', timeout: 200 });
    await until(() => client.questions.length === 1, 'the question');
    expect(client.questions[0]?._meta).toMatchObject({ 'parley.dev/deadline': expect.any(Number) });
    await until(() => client.withdrawn.length === 1, 'it is withdrawn');
    expect(cli.received.map(({ type }) => type)).not.toContain('extension_ui_response');
  });

  test('is withdrawn when the CLI cancels it', async () => {
    const { client, cli } = await openScripted({ family: 'omp' }, { elicit: () => undefined });
    cli.send({ type: 'extension_ui_request', id: 'q1', method: 'confirm', title: 'Sure?' });
    await until(() => client.questions.length === 1, 'the question');
    cli.send({ type: 'extension_ui_request', id: 'q2', method: 'cancel', targetId: 'q1' });
    await until(() => client.withdrawn.length === 1, 'it is withdrawn');
  });

  test('is withdrawn when the CLI ends', async () => {
    const { client, cli } = await openScripted({}, { elicit: () => undefined });
    cli.send({ type: 'extension_ui_request', id: 'q1', method: 'confirm', title: 'Sure?' });
    await until(() => client.questions.length === 1, 'the question');
    cli.order({ exit: 1 });
    await until(() => client.withdrawn.length === 1, 'it is withdrawn');
  });
});

test('what extensions show is sent', async () => {
  const { client, cli, sessionId } = await openScripted();
  const show = (method: string, fields: object): void =>
    cli.send({ type: 'extension_ui_request', id: method, method, ...fields });
  show('notify', { message: 'Look out', notifyType: 'warning' });
  show('setStatus', { statusKey: 'lint', statusText: '3 problems' });
  show('setWidget', { widgetKey: 'clock', widgetLines: ['12:00'] });
  show('setTitle', { title: 'A new title' });
  show('set_editor_text', { text: 'Fix the test' });
  await until(() => client.updates(sessionId, 'session_info_update').length >= 4, 'all of it');
  expect(client.updates(sessionId, 'notice')).toMatchObject([{ severity: 'warning', title: 'Look out' }]);
  expect(client.updates(sessionId, 'session_info_update')).toMatchObject([
    { _meta: { 'parley.dev/status': { lint: '3 problems' } } },
    { _meta: { 'parley.dev/widget': { clock: { lines: ['12:00'] } } } },
    { title: 'A new title' },
    { _meta: { 'parley.dev/composerText': 'Fix the test' } },
  ]);
});
