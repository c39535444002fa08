// What Parley sends is checked before it is sent.
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { AgentCalls } from '../../../src/agents/agentCalls.ts';
import { anyAnswer } from '../../../src/agents/schema/answerSchema.ts';
import { requestParams, type RequestMethod } from '../../../src/agents/schema/requestSchema.ts';
import { Redactor } from '../../../src/core/secrets/redactor.ts';
import { realClock } from '../../support/agentHarness.ts';
import { MemoryLog } from '../../support/log.ts';

const cwd = tmpdir();
const stdio = { name: 's', command: '/bin/s', args: ['-v'], env: [{ name: 'A', value: 'b' }] };
const http = { type: 'http', name: 'h', url: 'https://example.com', headers: [] };
const text = { type: 'text', text: 'Hi' };
const image = { type: 'image', data: 'aGk=', mimeType: 'image/png' };
const resource = { type: 'resource', resource: { uri: 'file:///a', text: 'a' } };
const link = { type: 'resource_link', uri: 'file:///a', name: 'a' };
const initialize = {
  protocolVersion: 1,
  clientCapabilities: { terminal: true },
  clientInfo: { name: 'parley', title: 'Parley', version: '1.0.0' },
};

function accepts(method: RequestMethod, params: unknown): boolean {
  return requestParams[method].safeParse(params).success;
}

test.each<[RequestMethod, object]>([
  ['initialize', initialize],
  ['session/new', { cwd, mcpServers: [] }],
  ['session/new', { cwd, mcpServers: [stdio, http], additionalDirectories: [cwd] }],
  ['session/load', { sessionId: 's', cwd, mcpServers: [] }],
  ['session/fork', { sessionId: 's', cwd, mcpServers: [], _meta: { 'parley.dev/entryId': 'e' } }],
  ['session/list', {}],
  ['session/list', { cwd, cursor: 'c' }],
  ['session/prompt', { sessionId: 's', prompt: [text, image, resource, link] }],
  ['session/cancel', { sessionId: 's' }],
  ['session/set_config_option', { sessionId: 's', configId: 'c', value: 'v' }],
  ['session/set_config_option', { sessionId: 's', configId: 'c', type: 'boolean', value: false }],
  ['_session/steering', { sessionId: 's', prompt: [text], behavior: 'now' }],
  ['_session/async_task/stop', { sessionId: 's', asyncTaskId: 'a' }],
])('%s may be sent with %j', (method, params) => {
  expect(accepts(method, params)).toBe(true);
});

test.each<[string, RequestMethod, object]>([
  ['a version that is no number', 'initialize', { ...initialize, protocolVersion: '1' }],
  ['no capabilities', 'initialize', { ...initialize, clientCapabilities: undefined }],
  ['a field that ACP does not have', 'initialize', { ...initialize, extra: 1 }],
  ['a relative folder', 'session/new', { cwd: 'here', mcpServers: [] }],
  ['no MCP servers', 'session/new', { cwd }],
  ['an MCP server without arguments', 'session/new', { cwd, mcpServers: [{ ...stdio, args: undefined }] }],
  ['a relative root', 'session/new', { cwd, mcpServers: [], additionalDirectories: ['.'] }],
  [
    'content of an unknown kind',
    'session/prompt',
    { sessionId: 's', prompt: [{ type: 'unknown', name: 'x' }] },
  ],
  ['an image without data', 'session/prompt', { sessionId: 's', prompt: [{ ...image, data: undefined }] }],
  ['a prompt that is a text', 'session/prompt', { sessionId: 's', prompt: 'Hi' }],
  ['no session', 'session/prompt', { prompt: [text] }],
  ['a boolean without its type', 'session/set_config_option', { sessionId: 's', configId: 'c', value: true }],
  [
    'a text with a type',
    'session/set_config_option',
    { sessionId: 's', configId: 'c', type: 'boolean', value: 'v' },
  ],
])('%s is never sent with %s', (_, method, params) => {
  expect(accepts(method, params)).toBe(false);
});

test('the proposal’s own request may be sent', () => {
  const path = join(import.meta.dirname, '..', '..', 'replay', 'proposals', 'config-3-set-request.json');
  const example = z
    .object({ method: z.literal('session/set_config_option'), params: z.unknown() })
    .parse(JSON.parse(readFileSync(path, 'utf8')));
  expect(accepts(example.method, example.params)).toBe(true);
});

describe('a request that is not of the protocol', () => {
  test('is not sent, fails with what is wrong, and quotes no secret', async () => {
    const sent: string[] = [];
    const log = new MemoryLog();
    const calls = new AgentCalls({
      label: 'A',
      log,
      clock: realClock,
      redactor: new Redactor(),
      send: (method) => {
        sent.push(method);
        return Promise.resolve({});
      },
      onSignInNeeded: () => {},
    });
    const params = { cwd, mcpServers: [{ ...stdio, args: 'secret' }] };
    await expect(calls.request('session/new', params, anyAnswer)).rejects.toMatchObject({
      user: { code: 'invalid-request', message: expect.stringContaining('session/new') },
    });
    expect(sent).toEqual([]);
    expect(log.lines.join()).toContain('session/new was not sent');
    expect(log.lines.join()).not.toContain('secret');
  });
});
