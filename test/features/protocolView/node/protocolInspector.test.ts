// The verdicts on messages: each broken rule is named, and what is not known is marked.
import { describe, expect, test } from 'vitest';
import { ProtocolInspector } from '../../../../src/features/protocolView/node/protocolInspector.ts';
import type { Inspected } from '../../../../src/features/protocolView/core/recording.ts';
import type { WireDirection } from '../../../../src/features/protocolView/core/wireRecord.ts';

/** One connection, of which a test sends the messages. */
class Connection {
  readonly inspector = new ProtocolInspector();
  #seq = 0;

  /** As a line. */
  line(direction: WireDirection, text: string, isMessage = true): Inspected {
    const seq = ++this.#seq;
    return this.inspector.inspect({ seq, at: seq, direction, text, isMessage, sizeBytes: text.length });
  }

  send(direction: WireDirection, message: object): Inspected {
    return this.line(direction, JSON.stringify({ jsonrpc: '2.0', ...message }));
  }

  request(direction: WireDirection, id: number, method: string, params: object = {}): Inspected {
    return this.send(direction, { id, method, params });
  }

  /** With session `s1` open. */
  open(capabilities: object = {}): this {
    this.inspector.connected();
    const clientCapabilities = { fs: { readTextFile: true, writeTextFile: true }, terminal: true };
    const clientInfo = { name: 'parley', title: 'Parley', version: '1' };
    this.request('out', 0, 'initialize', { protocolVersion: 1, clientCapabilities, clientInfo });
    this.send('in', { id: 0, result: { protocolVersion: 1, agentCapabilities: capabilities } });
    this.request('out', 1, 'session/new', { cwd: '/work', mcpServers: [] });
    this.send('in', { id: 1, result: { sessionId: 's1' } });
    return this;
  }

  prompt(id: number, prompt: readonly object[] = [{ type: 'text', text: 'Hi' }]): Inspected {
    return this.request('out', id, 'session/prompt', { sessionId: 's1', prompt });
  }

  update(update: object, sessionId = 's1'): Inspected {
    return this.send('in', { method: 'session/update', params: { sessionId, update } });
  }
}

const chunk = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'Hello' } };

/** The rules of the problems, with `?` behind those that are only unknown. */
const rules = ({ problems }: Inspected): readonly string[] =>
  problems.map(({ rule, state }) => (state === 'broken' ? rule : `${rule}?`));

test('a turn that keeps all rules has no problem', () => {
  const connection = new Connection().open();
  expect(rules(connection.prompt(2))).toEqual([]);
  expect(rules(connection.update(chunk))).toEqual([]);
  const path = '/work/a';
  expect(rules(connection.request('in', 7, 'fs/read_text_file', { sessionId: 's1', path }))).toEqual([]);
  expect(rules(connection.send('out', { id: 7, result: { content: '' } }))).toEqual([]);
  const answer = connection.send('in', { id: 2, result: { stopReason: 'end_turn' } });
  expect(rules(answer)).toEqual([]);
  expect(answer).toMatchObject({ kind: 'response', method: 'session/prompt', sessionId: 's1' });
});

test('an answer names the request that it answers', () => {
  const connection = new Connection();
  connection.inspector.connected();
  connection.request('out', 0, 'initialize');
  expect(connection.send('in', { id: 0, error: { code: -1, message: 'no' } })).toMatchObject({
    kind: 'error',
    method: 'initialize',
    answers: 1,
  });
});

describe('the form of a message', () => {
  const connection = new Connection().open();
  test.each([
    ['a line that is no message (R3)', () => connection.line('in', 'Welcome!', false), 'R3'],
    ['a list (R3)', () => connection.line('in', '[]'), 'R3'],
    ['no version of JSON-RPC (R1)', () => connection.line('in', '{"method":"_x/y"}'), 'R1'],
    ['a field of its own (R11)', () => connection.send('in', { method: '_x/y', extra: 1 }), 'R11'],
    ['an id that is no id (R5)', () => connection.send('in', { id: {}, method: '_x/y' }), 'R5'],
    ['an answer to nothing (R5)', () => connection.send('in', { id: 99, result: {} }), 'R5'],
    ['a second answer (R5)', () => connection.send('in', { id: 1, result: { sessionId: 's1' } }), 'R5'],
    ['an unknown request (R6)', () => connection.request('in', 80, 'no/such'), 'R6?'],
    ['an unknown notification (R7)', () => connection.send('in', { method: 'no/such' }), 'R7?'],
    ['a method of the other side (R6)', () => connection.request('in', 81, 'session/prompt'), 'R6'],
    [
      'a cancellation of nothing (R14)',
      () => connection.send('in', { method: '$/cancel_request', params: { requestId: 5 } }),
      'R14?',
    ],
  ])('%s', (_name, send, rule) => {
    expect(rules(send())).toContain(rule);
  });

  test('a request with the id of one that is pending breaks R5', () => {
    connection.request('in', 90, '_x/y');
    expect(rules(connection.request('in', 90, '_x/y'))).toEqual(['R5']);
  });

  test('a response with neither a result nor an error, or with both, breaks R5', () => {
    connection.request('out', 91, 'session/prompt', { sessionId: 's1', prompt: [] });
    expect(rules(connection.send('in', { id: 91 }))).toContain('R5');
    connection.request('out', 92, 'session/list', {});
    expect(rules(connection.send('in', { id: 92, result: {}, error: { code: 1, message: 'x' } }))).toContain(
      'R5',
    );
  });
});

describe('the order of messages', () => {
  test('a request before the answer to initialize breaks R18', () => {
    const connection = new Connection();
    connection.inspector.connected();
    expect(rules(connection.request('out', 1, 'session/new', { cwd: '/w', mcpServers: [] }))).toContain(
      'R18',
    );
  });

  test('an update of a turn after its answer breaks R10', () => {
    const connection = new Connection().open();
    connection.prompt(2);
    connection.send('in', { id: 2, result: { stopReason: 'end_turn' } });
    expect(rules(connection.update(chunk))).toEqual(['R10']);
    expect(rules(connection.update({ sessionUpdate: 'usage_update', used: 1, size: 2 }))).toEqual([]);
  });

  test('what a load replays breaks nothing', () => {
    const connection = new Connection().open({ loadSession: true });
    connection.request('out', 5, 'session/load', { sessionId: 's2', cwd: '/work', mcpServers: [] });
    expect(rules(connection.update(chunk, 's2'))).toEqual([]);
  });

  test('a second prompt before the answer to the first breaks R46', () => {
    const connection = new Connection().open();
    connection.prompt(2);
    expect(rules(connection.prompt(3))).toEqual(['R46']);
  });

  test('another version of the protocol breaks R20', () => {
    const connection = new Connection();
    connection.inspector.connected();
    connection.request('out', 0, 'initialize');
    expect(rules(connection.send('in', { id: 0, result: { protocolVersion: 0 } }))).toEqual(['R20']);
  });
});

describe('what a message names', () => {
  test('a session, tool call or terminal that there is not is marked as unknown', () => {
    const connection = new Connection().open();
    connection.prompt(2);
    expect(rules(connection.update(chunk, 's9'))).toEqual(['R36?']);
    const call = { sessionUpdate: 'tool_call_update', toolCallId: 't1', status: 'completed' };
    expect(rules(connection.update(call))).toEqual(['R62?']);
    expect(rules(connection.update(call))).toEqual([]);
    const completed = { method: 'elicitation/complete', params: { elicitationId: 'e' } };
    expect(rules(connection.send('in', completed))).toEqual(['R114?']);
    const terminal = { sessionId: 's1', terminalId: 'x' };
    expect(rules(connection.request('in', 7, 'terminal/output', terminal))).toEqual(['R70?']);
  });

  test('a released terminal breaks R86', () => {
    const connection = new Connection().open();
    connection.request('in', 1, 'terminal/create', { sessionId: 's1', command: 'ls' });
    connection.send('out', { id: 1, result: { terminalId: 'x' } });
    connection.request('in', 2, 'terminal/release', { sessionId: 's1', terminalId: 'x' });
    connection.send('out', { id: 2, result: {} });
    expect(
      rules(connection.request('in', 3, 'terminal/output', { sessionId: 's1', terminalId: 'x' })),
    ).toEqual(['R86']);
  });

  test('an option that was not offered breaks R71', () => {
    const connection = new Connection().open();
    const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }];
    const toolCall = { toolCallId: 't' };
    connection.request('in', 1, 'session/request_permission', { sessionId: 's1', toolCall, options });
    const outcome = { outcome: 'selected', optionId: 'no' };
    expect(rules(connection.send('out', { id: 1, result: { outcome } }))).toEqual(['R71']);
  });

  test('a recording from the middle of a connection says of ids only that they are unknown', () => {
    const connection = new Connection();
    expect(rules(connection.send('in', { id: 4, result: {} }))).toEqual(['R5?']);
    expect(rules(connection.update(chunk))).toEqual([]);
    connection.prompt(5);
    const call = { sessionUpdate: 'tool_call_update', toolCallId: 't1', status: 'completed' };
    expect(rules(connection.update(call))).toEqual([]);
    connection.send('in', { id: 5, result: { stopReason: 'end_turn' } });
    expect(rules(connection.update(chunk))).toEqual(['R10']);
  });
});

test('after messages that were not recorded, ids are only unknown', () => {
  const connection = new Connection().open();
  connection.prompt(2);
  connection.inspector.missed();
  expect(rules(connection.send('in', { id: 2, result: { stopReason: 'end_turn' } }))).toEqual(['R5?']);
});

describe('the content of a message', () => {
  test('a malformed update breaks R9, and one of an unknown kind is marked', () => {
    const connection = new Connection().open();
    expect(rules(connection.update({ sessionUpdate: 'agent_message_chunk' }))).toContain('R9');
    expect(rules(connection.update({ sessionUpdate: 'no_such_update' }))).toEqual(['R9?']);
  });

  test('relative paths and lines before the first break R17', () => {
    const connection = new Connection().open();
    const read = { sessionId: 's1', path: 'a.ts', line: 0 };
    expect(rules(connection.request('in', 1, 'fs/read_text_file', read))).toEqual(['R17', 'R17']);
    const call = { sessionUpdate: 'tool_call', toolCallId: 't', title: 'T', locations: [{ path: 'b.ts' }] };
    expect(rules(connection.update(call))).toContain('R17');
  });

  test('what was not advertised breaks R32, R44 and R79', () => {
    const connection = new Connection().open();
    const load = { sessionId: 's1', cwd: '/work', mcpServers: [] };
    expect(rules(connection.request('out', 5, 'session/load', load))).toEqual(['R32']);
    expect(rules(connection.prompt(6, [{ type: 'image', data: '', mimeType: 'image/png' }]))).toEqual([
      'R44',
    ]);
    expect(rules(connection.request('in', 7, 'elicitation/create', {}))).toEqual(['R79']);
  });

  test('an answer without what it needs breaks the rule of its method', () => {
    const connection = new Connection().open();
    connection.request('out', 5, 'session/new', { cwd: '/work', mcpServers: [] });
    expect(rules(connection.send('in', { id: 5, result: {} }))).toEqual(['R31']);
    connection.prompt(6);
    expect(rules(connection.send('in', { id: 6, result: {} }))).toEqual(['R47']);
    connection.prompt(7);
    expect(rules(connection.send('in', { id: 7, result: { stopReason: 'tired' } }))).toEqual(['R47?']);
  });
});
