// The schema border: whatever ACP allows is accepted, and wild spellings come out as core's own.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { readSessionUpdate, type Update } from '../../../src/agents/schema/updateSchema.ts';
import { initializeAnswer, newSessionAnswer, promptAnswer } from '../../../src/agents/schema/answerSchema.ts';
import { configOptions, setConfigOptionAnswer } from '../../../src/agents/schema/configSchema.ts';
import { readContentBlock } from '../../../src/agents/schema/contentSchema.ts';
import { permissionParams } from '../../../src/agents/schema/permissionSchema.ts';
import { toolCallPatch } from '../../../src/agents/schema/toolCallSchema.ts';
import { updateEvent } from '../../../src/core/session/events.ts';
import { contentBlock } from '../../../src/core/session/content.ts';
import { sampleOf, type JsonSchema } from '../../support/schemaSamples.ts';
import { propertyRuns } from '../../support/cases/fullRun.ts';

const schemas = {
  stable: schemaOf('schema/v1/schema.json'),
  unstable: schemaOf('schema/v1/schema.unstable.json'),
};

function schemaOf(path: string): JsonSchema {
  const sdk = createRequire(import.meta.url).resolve('@agentclientprotocol/sdk');
  const root = sdk.slice(0, sdk.lastIndexOf('/sdk/') + 5);
  return z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(root + path, 'utf8')));
}

function validatorOf(root: JsonSchema, name: string): ValidateFunction {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  return ajv.compile({ $defs: root['$defs'], $ref: `#/$defs/${name}` });
}

/** Samples of a definition that ajv says are valid: what an agent may send. */
function validSamples(root: JsonSchema, name: string): fc.Arbitrary<unknown> {
  const isValid = validatorOf(root, name);
  return sampleOf(root, { $ref: `#/$defs/${name}` }).filter((sample) => isValid(sample));
}

function update(change: object): Update | string {
  const reading = readSessionUpdate({ sessionId: 's', update: change });
  return reading.kind === 'parsed' ? reading.update : reading.kind;
}

const text = { type: 'text', text: 'Hi' };

it.each([
  { content: text },
  { content: text, messageId: 'm1' },
  { content: text, messageId: null },
  { content: text, messageId: 7 },
  { content: { ...text, annotations: { priority: 1 }, _meta: {} }, more: true },
  { content: { type: 'text' } },
  { content: { type: 'text', text: 7 } },
  { content: { type: 'later', text: 'Hi' } },
  { content: null },
  { content: [text] },
  {},
])('a chunk reads the same with and without the schemas: %j', (chunk) => {
  for (const kind of ['user_message_chunk', 'agent_message_chunk', 'agent_thought_chunk']) {
    const plain = { sessionUpdate: kind, ...chunk };
    // What has `_meta` is read with the schemas.
    expect(update(plain)).toEqual(update({ ...plain, _meta: {} }));
  }
});

describe.each(['stable', 'unstable'] as const)('the %s schema of ACP v1', (which) => {
  const root = schemas[which];

  it('every session/update it allows is accepted, and what comes out is an event of core', () => {
    fc.assert(
      fc.property(validSamples(root, 'SessionNotification'), (params) => {
        const reading = readSessionUpdate(params);
        expect(['parsed', 'subagent']).toContain(reading.kind);
        if (reading.kind === 'parsed') updateEvent.parse({ ...reading.update, at: 0 });
      }),
      propertyRuns(1_000),
    );
  });

  const listOf = (sample: unknown, field: string): readonly unknown[] =>
    z.record(z.string(), z.array(z.unknown()).nullish().catch(undefined)).parse(sample)[field] ?? [];

  it.each([
    ['Plan', 'plan', 'entries', 'entries'],
    ['AvailableCommandsUpdate', 'available_commands_update', 'availableCommands', 'commands'],
  ])('no item of a %s it allows is lost', (name, sessionUpdate, sent, kept) => {
    fc.assert(
      fc.property(validSamples(root, name), (sample) => {
        const read = update({ ...z.looseObject({}).parse(sample), sessionUpdate });
        expect(listOf(read, kept)).toHaveLength(listOf(sample, sent).length);
      }),
    );
  });

  it('no config option it allows is lost, but those whose id came before', () => {
    const ids = z.object({ configOptions: z.array(z.looseObject({ id: z.string() })) });
    fc.assert(
      fc.property(validSamples(root, 'ConfigOptionUpdate'), (sample) => {
        const sent = new Set(ids.parse(sample).configOptions.map(({ id }) => id));
        const read = update({ ...z.looseObject({}).parse(sample), sessionUpdate: 'config_option_update' });
        expect(listOf(read, 'options')).toHaveLength(sent.size);
      }),
    );
  });

  it('no content and no location of a tool call it allows is lost', () => {
    fc.assert(
      fc.property(validSamples(root, 'ToolCallUpdate'), (sample) => {
        const read = toolCallPatch.parse(sample);
        expect(read.content ?? []).toHaveLength(listOf(sample, 'content').length);
        expect((read.content ?? []).filter(({ type }) => type === 'unknown')).toEqual([]);
        expect(read.locations ?? []).toHaveLength(listOf(sample, 'locations').length);
      }),
    );
  });

  const options = z.object({ options: z.array(z.object({ optionId: z.string() })) });

  it('no option of a permission request it allows is lost, but for one with the id of another', () => {
    fc.assert(
      fc.property(validSamples(root, 'RequestPermissionRequest'), (sample) => {
        const { question } = permissionParams.parse(sample);
        const ids = options.parse(sample).options.map(({ optionId }) => optionId);
        expect(question.options).toHaveLength(new Set(ids).size);
      }),
    );
  });

  it('every content block it allows is accepted, and none of them is unknown', () => {
    fc.assert(
      fc.property(validSamples(root, 'ContentBlock'), (block) => {
        const read = readContentBlock(block);
        expect(read?.type).toBe(z.object({ type: z.string() }).parse(block).type);
        contentBlock.parse(read);
      }),
      propertyRuns(500),
    );
  });

  it.each([
    ['InitializeResponse', initializeAnswer],
    ['NewSessionResponse', newSessionAnswer],
    ['PromptResponse', promptAnswer],
    ['SetSessionConfigOptionResponse', setConfigOptionAnswer],
    ['RequestPermissionRequest', permissionParams],
  ])('every %s it allows is accepted', (name, schema) => {
    fc.assert(
      fc.property(validSamples(root, name), (sample) => {
        expect(schema.safeParse(sample)).toMatchObject({ success: true });
      }),
      propertyRuns(300),
    );
  });

  it('every kind of update in it is one Parley knows', () => {
    const union = z
      .object({
        oneOf: z.array(
          z.object({ properties: z.object({ sessionUpdate: z.object({ const: z.string() }) }) }),
        ),
      })
      .parse(z.record(z.string(), z.unknown()).parse(root['$defs'])['SessionUpdate']);
    const kinds = union.oneOf.map(({ properties }) => properties.sessionUpdate.const);
    expect(kinds.length).toBeGreaterThan(10);
    for (const sessionUpdate of kinds) expect(update({ sessionUpdate })).not.toBe('unknown');
  });
});

describe('leniency', () => {
  it('R9 readSessionUpdate never throws, whatever it is given', () => {
    const anyKind = fc.constantFrom(
      'tool_call',
      'plan',
      'agent_message_chunk',
      'usage_update',
      'notice',
      'x',
    );
    fc.assert(
      fc.property(fc.anything(), anyKind, (value, sessionUpdate) => {
        readSessionUpdate(value);
        readSessionUpdate({ sessionId: 's', update: value });
        const spread = typeof value === 'object' ? value : { content: value, entries: value };
        readSessionUpdate({ sessionId: 's', update: { ...spread, sessionUpdate } });
      }),
      propertyRuns(1_000),
    );
  });

  it.each([
    'plan',
    'agent_message_chunk',
    'tool_call',
    'available_commands_update',
    'config_option_update',
    'usage_update',
    'notice',
  ])('R9 an empty %s is malformed', (sessionUpdate) => {
    expect(update({ sessionUpdate })).toBe('malformed');
  });

  it('R9 a kind of the future is unknown', () => {
    expect(readSessionUpdate({ sessionId: 's', update: { sessionUpdate: 'hologram' } })).toEqual({
      kind: 'unknown',
      name: 'hologram',
    });
  });
});

describe('message chunks', () => {
  const chunk = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'a' } };
  const read = { type: 'message_chunk', role: 'agent', content: chunk.content };

  it.each([
    [
      { ...chunk, messageId: 'm' },
      { ...read, messageId: 'm' },
    ],
    [{ ...chunk, messageId: null }, read],
    [
      { ...chunk, messageId: 7 },
      { ...read, messageId: '7' },
    ],
    [{ ...chunk, messageId: true }, read],
    [chunk, read],
    [{ ...chunk, timestamp: 1, _meta: { anything: [] } }, read],
    [
      { ...chunk, sessionUpdate: 'user_message_chunk' },
      { ...read, role: 'user' },
    ],
    [
      { ...chunk, sessionUpdate: 'agent_thought_chunk' },
      { ...read, role: 'thought' },
    ],
  ])('R13 R50 reads %j', (sent, expected) => {
    expect(update(sent)).toEqual(expected);
  });

  it('R53 a block of an unknown kind is a placeholder with its name', () => {
    const sent = { ...chunk, content: { type: 'hologram', frames: [] } };
    expect(update(sent)).toEqual({ ...read, content: { type: 'unknown', name: 'hologram' } });
  });

  it('optional fields that cannot be used are left out of a block', () => {
    expect(
      readContentBlock({
        type: 'resource_link',
        uri: 'file:///a',
        title: null,
        size: 'big',
        mimeType: 'x/y',
      }),
    ).toEqual({ type: 'resource_link', uri: 'file:///a', name: 'file:///a', mimeType: 'x/y' });
    expect(
      readContentBlock({ type: 'resource', resource: { uri: 'file:///a', blob: 'AA==', text: null } }),
    ).toEqual({ type: 'resource', resource: { uri: 'file:///a', blob: 'AA==' } });
  });
});

describe('tool calls', () => {
  const call = (fields: object): unknown => {
    const read = update({ sessionUpdate: 'tool_call_update', toolCallId: 'c', ...fields });
    return typeof read === 'object' && read.type === 'tool_call' ? read.call : read;
  };

  it('R61 only what is present is in the patch; null and unusable fields are not', () => {
    expect(call({})).toEqual({ toolCallId: 'c' });
    const nulls = {
      title: null,
      name: null,
      kind: null,
      status: null,
      content: null,
      locations: null,
      rawInput: null,
      rawOutput: null,
    };
    expect(call(nulls)).toEqual({ toolCallId: 'c' });
    expect(call({ title: 7, kind: [], status: {}, content: 7, locations: 3 })).toEqual({ toolCallId: 'c' });
    expect(call({ content: [], rawInput: 0, rawOutput: '' })).toEqual({
      toolCallId: 'c',
      content: [],
      rawInput: 0,
      rawOutput: '',
    });
  });

  it('R63 kinds and statuses Parley does not know are accepted', () => {
    expect(call({ kind: 'paint', status: 'paused' })).toEqual({
      toolCallId: 'c',
      kind: 'paint',
      status: 'paused',
    });
  });

  it('R64 R65 R67 content is read item by item', () => {
    const content = [
      { type: 'content', content: { type: 'text', text: 'a' } },
      { type: 'text', text: 'bare' },
      { type: 'diff', path: 'relative/path.ts', oldText: null, newText: 'new' },
      { type: 'diff', path: '/a', oldText: '', newText: 'new' },
      { type: 'diff', path: '/a' },
      { type: 'terminal', terminalId: 't' },
      { type: 'hologram' },
      { type: 'content', content: { type: 'hologram' } },
      { type: 'content' },
      'text',
      null,
    ];
    expect(call({ content })).toEqual({
      toolCallId: 'c',
      content: [
        { type: 'content', content: { type: 'text', text: 'a' } },
        { type: 'content', content: { type: 'text', text: 'bare' } },
        { type: 'diff', path: 'relative/path.ts', newText: 'new' },
        { type: 'diff', path: '/a', oldText: '', newText: 'new' },
        { type: 'unknown', name: 'diff' },
        { type: 'terminal', terminalId: 't' },
        { type: 'unknown', name: 'hologram' },
        { type: 'content', content: { type: 'unknown', name: 'hologram' } },
        { type: 'unknown', name: 'content' },
        { type: 'content', content: { type: 'text', text: 'text' } },
        { type: 'unknown', name: 'content' },
      ],
    });
  });

  it('a change of which one side cannot be read is neither a new file nor a deletion', () => {
    const content = [
      { type: 'diff', path: '/a', oldText: ['x'], newText: 'y' },
      { type: 'diff', path: '/a', oldText: 7, newText: 'y' },
      { type: 'diff', path: '/a', oldText: 'a', replacement: 'b' },
      { type: 'diff', path: '/a', oldText: 'a', newText: ['b'] },
      { type: 'diff', path: '/a', old_text: 'a', operation: 'delete' },
      { path: '/a', oldText: 'a', newText: 'b' },
    ];
    const resource = { uri: '/a', text: 'y' };
    const text = { type: 'content', content: { type: 'resource', resource } };
    expect(call({ content })).toEqual({
      toolCallId: 'c',
      isIncomplete: true,
      content: [
        text,
        text,
        { type: 'unknown', name: 'diff' },
        { type: 'unknown', name: 'diff' },
        { type: 'diff', path: '/a', oldText: 'a', newText: '', isDeleted: true },
        { type: 'diff', path: '/a', oldText: 'a', newText: 'b' },
      ],
    });
  });

  it('R17 R68 locations keep their lines where they are lines', () => {
    const locations = [
      { path: '/a', line: 3 },
      { path: '/b', line: 0 },
      { path: '/c', line: null },
      { path: '/d', line: 1.5 },
      { path: '/e', line: 1e300 },
      { line: 4 },
      '…[+2 items]',
    ];
    expect(call({ locations })).toEqual({
      toolCallId: 'c',
      locations: [{ path: '/a', line: 3 }, { path: '/b' }, { path: '/c' }, { path: '/d' }, { path: '/e' }],
      isIncomplete: true,
    });
  });

  it('what is nested too deeply to be written down again is cut, and the rest stays', () => {
    const deep: unknown = JSON.parse('['.repeat(20_000) + ']'.repeat(20_000));
    const read = call({ rawInput: { command: 'ls', deep }, rawOutput: deep });
    expect(read).toMatchObject({ rawInput: { command: 'ls' } });
    expect(JSON.stringify(read)).toMatch(/"deep":\[+"…"\]+\},"rawOutput":\[+"…"\]+,"isIncomplete":true\}$/);
    const usual = { a: [{ b: { c: [1, 'two', null] } }] };
    expect(call({ rawInput: usual })).toEqual({ toolCallId: 'c', rawInput: usual });
  });
});

describe('calls of sub-agents', () => {
  it('belong to the call that Claude’s adapter names', () => {
    const call = { toolCallId: '1', _meta: { claudeCode: { toolName: 'Read', parentToolUseId: 'task' } } };
    expect(toolCallPatch.parse(call)).toEqual({ toolCallId: '1', parentToolCallId: 'task' });
  });

  it('belong to none where it says so, or anything else', () => {
    for (const parentToolUseId of [null, undefined, '', {}]) {
      const call = { toolCallId: '1', _meta: { claudeCode: { parentToolUseId } } };
      expect(toolCallPatch.parse(call)).toEqual({ toolCallId: '1' });
    }
  });
});

describe('what an agent reports about its session', () => {
  it.each([
    [
      { sessionUpdate: 'usage_update', used: 5, size: 10 },
      { used: 5, size: 10 },
    ],
    [
      { sessionUpdate: 'context_update', used: 5, size: 10 },
      { used: 5, size: 10 },
    ],
    [{ sessionUpdate: 'usage_update', used: 5, size: null }, { used: 5 }],
    [{ sessionUpdate: 'usage_update', used: 5, size: 0 }, { used: 5 }],
    [{ sessionUpdate: 'usage_update', used: 5, size: -1 }, { used: 5 }],
    [
      { sessionUpdate: 'usage_update', used: 5, size: 9, cost: { amount: 0.5, currency: 'credits' } },
      { used: 5, size: 9, cost: { amount: 0.5, currency: 'credits' } },
    ],
    [
      { sessionUpdate: 'usage_update', used: 5, size: 9, cost: { amount: 'one' } },
      { used: 5, size: 9 },
    ],
    [
      { sessionUpdate: 'usage_update', used: '5', size: '9', cost: { amount: '0.5', currency: 'USD' } },
      { used: 5, size: 9, cost: { amount: 0.5, currency: 'USD' } },
    ],
  ])('R103 reads %j', (sent, usage) => {
    expect(update(sent)).toEqual({ type: 'usage', usage });
  });

  it.each([
    [{ title: 'T' }, { title: 'T' }],
    [
      { title: null, updatedAt: null },
      { title: null, updatedAt: null },
    ],
    [{ title: 5 }, {}],
    [{ updatedAt: '2026-01-01T00:00:00+00:00' }, { updatedAt: '2026-01-01T00:00:00+00:00' }],
    [{ title: 'T', updatedAt: 'x'.repeat(101) }, { title: 'T' }],
    [{ _meta: { branch: 'main', tag: null } }, { meta: { branch: 'main', tag: null } }],
    [{ _meta: null }, { meta: null }],
    [{}, {}],
  ])('R104 R105 reads session info %j', (sent, patch) => {
    expect(update({ sessionUpdate: 'session_info_update', ...sent })).toEqual({
      type: 'session_info',
      patch,
    });
  });

  it.each([
    [
      { sessionUpdate: 'current_mode_update', currentModeId: 'a' },
      { type: 'current_mode', modeId: 'a' },
    ],
    [
      { sessionUpdate: 'current_mode_update', modeId: 'a' },
      { type: 'current_mode', modeId: 'a' },
    ],
    [
      {
        sessionUpdate: 'plan',
        entries: [
          { content: 'a' },
          { content: { type: 'text', text: 'b' }, priority: 'x', status: 'y' },
          { content: [{ type: 'text', text: 'c' }] },
          { content: 7, title: 'd' },
          {},
        ],
      },
      {
        type: 'plan',
        entries: [
          { content: 'a', priority: 'medium', status: 'pending' },
          { content: 'b', priority: 'x', status: 'y' },
          { content: 'c', priority: 'medium', status: 'pending' },
          { content: 'd', priority: 'medium', status: 'pending' },
        ],
      },
    ],
    [
      { sessionUpdate: 'plan_removed', planId: 'p' },
      { type: 'plan_removed', planId: 'p' },
    ],
    [{ sessionUpdate: 'plan_removed' }, { type: 'plan', entries: [] }],
    [
      {
        sessionUpdate: 'plan_update',
        plan: { type: 'items', planId: 'p', entries: [{ content: 'a', priority: 'low', status: 'pending' }] },
      },
      { type: 'plan', entries: [{ content: 'a', priority: 'low', status: 'pending' }], planId: 'p' },
    ],
    [
      {
        sessionUpdate: 'plan_update',
        plan: { type: 'markdown', planId: 'p', content: '# A\n\n- [ ] b', path: '/work/p.md' },
      },
      { type: 'plan_document', planId: 'p', text: '# A\n\n- [ ] b', file: '/work/p.md' },
    ],
    [
      { sessionUpdate: 'plan_update', plan: { type: 'markdown', planId: 7, content: '', path: 7 } },
      { type: 'plan_document', planId: '7', text: '' },
    ],
    [
      { sessionUpdate: 'plan_update', plan: { type: 'file', planId: 'p', uri: 'file:///work/p.md' } },
      { type: 'plan_document', planId: 'p', text: '', file: 'file:///work/p.md' },
    ],
    // A file without an address is its list, which has nothing in it.
    [
      { sessionUpdate: 'plan_update', plan: { type: 'file', planId: 'p' } },
      { type: 'plan', entries: [], planId: 'p' },
    ],
    [
      {
        sessionUpdate: 'available_commands_update',
        availableCommands: [
          { name: '/init', description: 'Start', input: { hint: 'where' } },
          { name: 'help', input: null },
          '…[+3 items]',
        ],
      },
      {
        type: 'commands',
        commands: [
          { name: 'init', description: 'Start', hint: 'where' },
          { name: 'help', description: '' },
        ],
      },
    ],
    [
      { sessionUpdate: 'notice', severity: 'grave', title: 'Hear', description: 'this' },
      { type: 'notice', severity: 'info', text: 'Hear\nthis', isLiveOnly: true },
    ],
    [
      { sessionUpdate: 'compaction_update', compactionId: 'c', status: 'odd', summary: null },
      { type: 'compaction', compactionId: 'c', status: 'odd', summary: [] },
    ],
  ])('reads %j', (sent, expected) => {
    expect(update(sent)).toEqual(expected);
  });
});

describe('names that agents give', () => {
  it('R23 are one line of bounded length, and turn no text beside them', () => {
    const name = ` A\n\u202EB ${'x'.repeat(1_000_000)}`;
    const { names } = initializeAnswer.parse({ protocolVersion: 1, agentInfo: { name, title: name } });
    for (const read of names) expect(read).toMatch(/^A \\u\{202e\}B x+$/);
    const options = [
      { optionId: ' yes\n', name },
      { optionId: 'no', name: '\u202E' },
    ];
    const asked = permissionParams.parse({ sessionId: 's', toolCall: { toolCallId: '1' }, options });
    expect(asked.question.options).toMatchObject([
      { optionId: ' yes\n', name: expect.stringMatching(/^A \\u\{202e\}B x{9000,}$/) },
      { optionId: 'no', name: 'no' },
    ]);
    const usage = update({ sessionUpdate: 'usage_update', used: 1, cost: { amount: 1, currency: name } });
    expect(JSON.stringify(usage).length).toBeLessThan(1_000);
  });
});

describe('config options', () => {
  const value = (name: string): object => ({ value: name, name });
  const select = { id: 'm', name: 'M', type: 'select', currentValue: 'a' };
  const read = { ...select, setBy: 'config_option' };

  it.each([
    ['flat', [value('a'), value('b')], [{ values: [value('a'), value('b')] }]],
    ['grouped', [{ group: 'g', name: 'G', options: [value('a')] }], [{ name: 'G', values: [value('a')] }]],
    [
      'grouped as in the draft',
      [{ group: 'G', options: [value('a')] }],
      [{ name: 'G', values: [value('a')] }],
    ],
    [
      'grouped as in v2',
      [{ groupId: 'g', name: 'G', options: [value('a')] }],
      [{ name: 'G', values: [value('a')] }],
    ],
    [
      'mixed',
      [value('a'), { group: 'G', options: [value('b')] }, value('c'), value('d')],
      [{ values: [value('a')] }, { name: 'G', values: [value('b')] }, { values: [value('c'), value('d')] }],
    ],
  ])('R100 reads options that are %s', (_what, options, groups) => {
    expect(configOptions.parse([{ ...select, options }])).toEqual([{ ...read, groups }]);
  });

  it('R95 R97 keeps a current value that is not listed and odd categories, leaves out unknown types', () => {
    const options = [
      { ...select, currentValue: 'elsewhere', category: '_mine', description: null, options: [] },
      { id: 's', name: 'S', type: 'slider', currentValue: 5 },
      { id: 'b', name: 'B', type: 'boolean', currentValue: true },
      { name: 'no id', type: 'boolean', currentValue: true },
    ];
    expect(configOptions.parse(options)).toEqual([
      { ...read, currentValue: 'elsewhere', category: '_mine', groups: [] },
      { id: 'b', name: 'B', type: 'boolean', currentValue: true, setBy: 'config_option' },
    ]);
  });

  const modes = { currentModeId: 'ask', availableModes: [{ id: 'ask', name: 'Ask' }, { id: 'code' }] };
  const models = { currentModelId: 'big', availableModels: [{ modelId: 'big', name: 'Big' }, null] };

  it.each([
    [
      'of their categories',
      [
        { id: 'a', category: 'mode' },
        { id: 'b', category: 'model' },
      ],
    ],
    ['that are called so', [{ id: 'mode' }, { id: 'Model' }]],
    [
      'with the same values',
      [
        { id: 'a', options: [value('ask'), value('code')] },
        { id: 'b', options: [value('big')] },
      ],
    ],
  ])('R92 modes and models are not used when there are config options %s', (_what, own) => {
    const options = own.map((each) => ({ ...select, options: [value('a')], ...each }));
    const answer = { sessionId: 's', modes, models, configOptions: options };
    expect(newSessionAnswer.parse(answer).configOptions.map(({ id }) => id)).toEqual(own.map(({ id }) => id));
  });

  it('R92 modes and models that no config option stands for are beside them', () => {
    const provider = { ...select, id: 'provider', category: 'model', options: [value('a')] };
    const answer = { sessionId: 's', modes, models, configOptions: [provider] };
    expect(newSessionAnswer.parse(answer).configOptions.map(({ id }) => id)).toEqual(['mode', 'provider']);
  });

  it('R91 R92 without config options, modes and the removed models stand for options', () => {
    expect(newSessionAnswer.parse({ sessionId: 's', modes, models })).toEqual({
      sessionId: 's',
      configOptions: [
        {
          id: 'mode',
          name: 'Mode',
          category: 'mode',
          type: 'select',
          setBy: 'mode',
          currentValue: 'ask',
          groups: [{ values: [value2('ask', 'Ask'), value2('code', 'code')] }],
        },
        {
          id: 'model',
          name: 'Model',
          category: 'model',
          type: 'select',
          setBy: 'model',
          currentValue: 'big',
          groups: [{ values: [value2('big', 'Big')] }],
        },
      ],
    });
  });

  function value2(id: string, name: string): object {
    return { value: id, name };
  }
});

describe('the tokens of a turn', () => {
  it.each([
    [
      { total_tokens: 6, input_tokens: 3, output_tokens: 2, thought_tokens: 1, cached_read_tokens: 4 },
      { total: 6, input: 3, output: 2, thought: 1, cachedRead: 4 },
    ],
    [
      { totalTokens: 6, inputTokens: 3, outputTokens: 2, cachedWriteTokens: 0, thoughtTokens: null },
      { total: 6, input: 3, output: 2, cachedWrite: 0 },
    ],
    [{ totalTokens: -1 }, undefined],
    [null, undefined],
  ])('reads %j', (usage, tokens) => {
    expect(promptAnswer.parse({ stopReason: 'end_turn', usage })).toEqual({
      stopReason: 'end_turn',
      ...(tokens === undefined ? {} : { tokens }),
    });
  });
});

it.each([{ toString: 1, valueOf: 1 }, 5, null, ['agent_message_chunk']])(
  'a kind of update that is no text is never one that is known: %j',
  (sessionUpdate) => {
    const update = { sessionUpdate, content: { type: 'text', text: 'a' } };
    expect(() => readSessionUpdate({ sessionId: 's', update })).not.toThrow();
  },
);
