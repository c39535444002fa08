import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  inheritedSecrets,
  launchSecrets,
  mcpServerSecrets,
} from '../../../src/core/secrets/launchSecrets.ts';
import { MASK, Redactor } from '../../../src/core/secrets/redactor.ts';
import type { NamedValue } from '../../../src/core/secrets/secretRecognition.ts';
import { propertyRuns } from '../../support/cases/fullRun.ts';

const KEY = 'k9Fq-27xTzP_4mWvB1';

function knowing(...values: NamedValue[]): Redactor {
  const redactor = new Redactor();
  redactor.add(values);
  return redactor;
}

function message(params: unknown, method = 'session/new', redactor = new Redactor()): unknown {
  return JSON.parse(redactor.message({ jsonrpc: '2.0', id: 1, method, params }));
}

describe('the values that are hidden wherever they occur', () => {
  it.each([
    ['1', 'RETRIES'],
    ['true', 'USE_TOKEN'],
    ['/usr/bin', 'API_KEY_FILE'],
    ['/usr/local/bin:/usr/bin:/home/me/.local/bin', 'PATH'],
    ['C:\\Users\\me\\bin;C:\\Windows', 'PATH'],
    ['dev', 'STAGE'],
    ['development', 'AUTH'],
    ['en_US.UTF-8', 'LANG'],
    ['claude-sonnet-4-5-20250929', 'ANTHROPIC_MODEL'],
    ['my-project_frontend', 'PROJECT'],
    ['https://api.example.com/v1', 'BASE_URL'],
    ['200000', 'MAX_TOKENS'],
    ['application/json', 'Format'],
    ['/tmp/ssh-abc/agent.12', 'SSH_AUTH_SOCK'],
    ['${TOKEN}', 'TOKEN'],
    ['christopher', 'USER'],
  ])('never %s as %s', (value, name) => {
    const text = `see ${value} here`;
    expect(knowing({ name, value }).values(text)).toBe(text);
  });

  it.each([
    [KEY, 'ANYTHING'],
    ['hunter2', 'DB_PASSWORD'],
    ['correct-horse-battery-staple', 'githubToken'],
    ['super-secret-value', 'FOO'],
    ['$2b$10$abcdefghi', 'HASH'],
    ['0123456789abcdef', 'X'],
    ['p"ass\\word\nß', 'API_SECRET'],
  ])('%s as %s', (value, name) => {
    expect(knowing({ name, value }).values(`see ${value} here, and “${value}”.`)).toBe(
      `see ${MASK} here, and “${MASK}”.`,
    );
  });

  it('as a whole only: a word in a path or in another word stays', () => {
    const redactor = knowing({ name: 'APP_SECRET', value: 'parley' }, { name: 'TOKEN', value: KEY });
    const text = `/home/parley/src parley-acp my.parley x${KEY} ${KEY}9 superparley`;
    expect(redactor.values(text)).toBe(text);
    expect(redactor.values(`"parley" parley. key=parley, ${KEY}`)).toBe(
      `"${MASK}" ${MASK}. key=${MASK}, ${MASK}`,
    );
    expect(redactor.values(`https://host/bot/${KEY}/send`)).toBe(`https://host/bot/${MASK}/send`);
  });

  it.each([
    ['escaped for JSON', (value: string) => JSON.stringify({ value })],
    ['escaped twice', (value: string) => JSON.stringify(JSON.stringify({ value }))],
    ['after an escaped line end', (value: string) => JSON.stringify(`a\n${value}\n`)],
    ['in colors', (value: string) => `\u001b[31m${value}\u001b[0m`],
    ['in an address', (value: string) => `https://host/?q=${encodeURIComponent(value)}&z`],
    ['in base64', (value: string) => Buffer.from(value).toString('base64')],
    ['in base64url', (value: string) => Buffer.from(value).toString('base64url')],
    [
      'as the password of a login in base64',
      (value: string) => Buffer.from(`me:${value}`).toString('base64'),
    ],
    ['in longer base64', (value: string) => Buffer.from(`some ${value} text`).toString('base64')],
  ])('%s', (_name, form) => {
    for (const value of [KEY, 'Zß"q\\9+/=x81 7&', 'aB3$kd93jf/+"']) {
      const text = form(value);
      const hidden = knowing({ name: 'TOKEN', value }).values(text);
      expect(hidden).toContain(MASK);
      expect(hidden).not.toContain(value);
      expect(hidden.replaceAll(MASK, '').length).toBeLessThan(text.length - value.length / 2);
    }
  });

  it('what is inside them: schemes, passwords of addresses, lines of private keys', () => {
    const redactor = knowing(
      { name: 'Authorization', value: `Bearer ${KEY}` },
      { name: 'Proxy', value: `Basic ${Buffer.from('me:swordfish99').toString('base64')}` },
      { name: 'DATABASE', value: 'postgres://me:p%40ssw0rd1@db.example.com/app' },
      { name: 'HOOK', value: 'https://hooks.example.com/T0/Zx81kqPw02LmNv73' },
      { name: 'PEM', value: '-----BEGIN KEY-----\nMIIEvQIBADANBgkqhkiG9w0B\n-----END KEY-----' },
    );
    for (const secret of [KEY, 'swordfish99', 'p@ssw0rd1', 'Zx81kqPw02LmNv73', 'MIIEvQIBADANBgkqhkiG9w0B']) {
      expect(redactor.values(`<${secret}>`)).toBe(`<${MASK}>`);
    }
  });
});

describe('a message', () => {
  it('shows no environment, header, secret argument or address of an MCP server', () => {
    const mcpServers = [
      {
        name: 'a',
        command: '/usr/bin/npx',
        args: [
          '-y',
          'server',
          '--token',
          'abc',
          '--api-key=d e',
          '-H',
          'Authorization: Bearer ghi',
          '-e',
          'X_TOKEN=jkl',
        ],
        env: [{ name: 'MCP_TOKEN', value: 'x' }],
      },
      {
        type: 'http',
        name: 'b',
        url: 'https://me:pw@host/mcp?token=abc&lang=en',
        headers: [{ name: 'X-Any', value: 'y' }],
      },
    ];
    expect(message({ cwd: '/tmp', mcpServers })).toMatchObject({
      params: {
        cwd: '/tmp',
        mcpServers: [
          {
            name: 'a',
            command: '/usr/bin/npx',
            args: [
              '-y',
              'server',
              '--token',
              MASK,
              `--api-key=${MASK}`,
              '-H',
              `Authorization: ${MASK}`,
              '-e',
              `X_TOKEN=${MASK}`,
            ],
            env: [{ name: 'MCP_TOKEN', value: MASK }],
          },
          {
            url: `https://me:${MASK}@host/mcp?token=${MASK}&lang=en`,
            headers: [{ name: 'X-Any', value: MASK }],
          },
        ],
      },
    });
  });

  it('shows no params of a sign-in and no secret in _meta or in properties named like one', () => {
    expect(
      message({ methodId: 'key', _meta: { 'api-key': { apiKey: 'abc' } }, code: 7 }, 'authenticate'),
    ).toMatchObject({
      params: { methodId: 'key', _meta: { 'api-key': { apiKey: MASK } }, code: MASK },
    });
    const params = {
      _meta: { accessToken: 'abc', client_secret: ['a'] },
      inputTokens: 12,
      sessionId: 's-1',
      key: 'up',
    };
    expect(message(params)).toMatchObject({
      params: {
        _meta: { accessToken: MASK, client_secret: [MASK] },
        inputTokens: 12,
        sessionId: 's-1',
        key: 'up',
      },
    });
  });

  it('shows environments however they are written, and keeps everything else', () => {
    const rawInput = {
      env: { A: 'x', B: 2, C: '' },
      environment: ['A=x', 'B'],
      headers: [['Cookie', 'x']],
      argv: ['curl', '-u', 'me:pw', '-HX-Key: abc', '--data', 'text=1'],
    };
    expect(
      message({ rawInput, text: 'const token = readToken(); // secret: none, --token $TOKEN' }),
    ).toMatchObject({
      params: {
        rawInput: {
          env: { A: MASK, B: MASK, C: '' },
          environment: [`A=${MASK}`, MASK],
          headers: [['Cookie', MASK]],
          argv: ['curl', '-u', `me:${MASK}`, `-HX-Key: ${MASK}`, '--data', 'text=1'],
        },
        text: 'const token = readToken(); // secret: none, --token $TOKEN',
      },
    });
  });

  it('stays JSON, however deep or odd it is', () => {
    const deep = `${'['.repeat(5_000)}1${']'.repeat(5_000)}`;
    const redactor = knowing({ name: 'TOKEN', value: '","x":"' });
    const odd: unknown = JSON.parse(`{"__proto__":{"a":"b"},"a":"","x":"y","deep":${deep}}`);
    expect(JSON.parse(redactor.message(odd))).toMatchObject({ a: '', x: 'y' });
    const line = '{"a":"","x":"y"}\n';
    expect(redactor.json(line)).toBe(line);
  });
});

const secretCharacter = fc.constantFrom(...Array.from('abcdefgABCDEFG0123456789+/=_-$&"\\% äé'));
const secret = fc
  .tuple(
    fc.array(secretCharacter, { minLength: 8, maxLength: 40 }),
    fc.stringMatching(/^[a-z][0-9][A-Z][0-9][a-z][0-9]$/),
  )
  .map(([characters, core]) => `${core}${characters.join('')}${core}`);
const place = fc.constantFrom(
  'env',
  'flag',
  'inline flag',
  'header flag',
  'expanded',
  'MCP env',
  'MCP header',
  'bearer',
  'MCP flag',
  'query',
  'inherited',
);

/** A redactor that was given a secret at a place of the options of a launch. */
function givenAt(where: string, value: string): Redactor {
  const launch = { command: 'agent', args: [] as string[], env: {}, cwd: '/', expanded: [] as NamedValue[] };
  const server = { name: 'm', command: '/bin/m', args: [] as string[], env: [] as NamedValue[] };
  const remote = { type: 'http' as const, name: 'r', url: 'https://host/', headers: [] as NamedValue[] };
  const redactor = new Redactor();
  switch (where) {
    case 'env':
      redactor.add(launchSecrets({ ...launch, env: { SETTING: value } }));
      break;
    case 'flag':
      redactor.add(launchSecrets({ ...launch, args: ['--token', value] }));
      break;
    case 'inline flag':
      redactor.add(launchSecrets({ ...launch, args: [`--api-key=${value}`] }));
      break;
    case 'header flag':
      redactor.add(launchSecrets({ ...launch, args: ['-H', `X-Api-Key: ${value}`] }));
      break;
    case 'expanded':
      redactor.add(launchSecrets({ ...launch, args: [value], expanded: [{ name: 'NAME', value }] }));
      break;
    case 'MCP env':
      redactor.add(mcpServerSecrets([{ ...server, env: [{ name: 'SETTING', value }] }]));
      break;
    case 'MCP header':
      redactor.add(mcpServerSecrets([{ ...remote, headers: [{ name: 'X-Any', value }] }]));
      break;
    case 'bearer':
      redactor.add(
        mcpServerSecrets([{ ...remote, headers: [{ name: 'Authorization', value: `Bearer ${value}` }] }]),
      );
      break;
    case 'MCP flag':
      redactor.add(mcpServerSecrets([{ ...server, args: ['--password', value] }]));
      break;
    case 'query':
      redactor.add(
        mcpServerSecrets([{ ...remote, url: `https://host/?token=${encodeURIComponent(value)}` }]),
      );
      break;
    default:
      redactor.add(inheritedSecrets({ MY_TOKEN: value }));
  }
  return redactor;
}

describe('random secrets in random places', () => {
  it('are in no text, no message and no JSON that an agent answers with them', () => {
    fc.assert(
      fc.property(
        place,
        secret,
        fc.constantFrom(' ', '\n', '"', "'", '=', ': ', ',', ''),
        (where, value, around) => {
          const redactor = givenAt(where, value.trim());
          const text = `before${around === '' ? ' ' : around}${value.trim()}${around} after`;
          const escaped = JSON.stringify(value.trim()).slice(1, -1);
          const forms = [value.trim(), escaped, JSON.stringify(escaped).slice(1, -1)];
          const written = [
            redactor.values(text),
            redactor.text(text),
            redactor.message({ params: { text, inner: JSON.stringify({ text }) } }),
            redactor.json(JSON.stringify({ text, inner: JSON.stringify({ text }) })),
          ];
          for (const each of written) for (const form of forms) expect(each).not.toContain(form);
        },
      ),
      propertyRuns(500),
    );
  });
});

it('200 secrets in a line of 10 MB take a bounded time', () => {
  const redactor = new Redactor();
  for (let count = 0; count < 200; count++)
    redactor.add([{ name: `TOKEN_${count}`, value: `${KEY}-${count}-Qz83hfa72` }]);
  const text = `${'The quick brown fox jumps over k9Fq lazy dogs: --, ://, "token" = x; '.repeat(150_000)} ${KEY}-7-Qz83hfa72`;
  const start = process.cpuUsage();
  expect(redactor.message({ text })).not.toContain(`${KEY}-7`);
  const { user } = process.cpuUsage(start);
  expect(user / 1000).toBeLessThan(8_000);
});

it.each([
  'a',
  ' ',
  '-',
  'token',
  '://',
  '=',
  '"',
  '\\',
  '--token ',
  'eyJ',
  'a:',
  '&key',
  'cookie: ',
  'sk-',
  '.',
])('a million characters of %j take no long time', (piece) => {
  const text = piece.repeat(1_000_000 / piece.length);
  const start = process.cpuUsage();
  knowing({ name: 'TOKEN', value: KEY }).text(text);
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(3_000);
});

it.each(['a', '7', 'aB', '-', '='])(
  '100,000 characters of %j in an argument, and as a login, take no long time',
  (piece) => {
    const text = piece.repeat(100_000 / piece.length);
    const start = process.cpuUsage();
    knowing({ name: 'TOKEN', value: KEY }).message({ args: [text, `Basic ${text}.`], env: [text] });
    knowing({ name: 'TOKEN', value: `Basic ${text}.` });
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(2_000);
  },
);

describe('records of a session', () => {
  const KEYED = 'curl --api-key q8Zr2Lw9xT https://a.test -H "Authorization: Bearer q8Zr2Lw9xTq8Zr2Lw9xT"';
  const record = (event: object): unknown => JSON.parse(new Redactor().records(JSON.stringify(event)));

  it('F11 have no secret by its place in what a tool was given and printed', () => {
    const call = {
      toolCallId: 't',
      title: KEYED,
      rawInput: { command: KEYED, args: ['--token', 'q8Zr2Lw9xT'], env: { NAME: 'q8Zr2Lw9xT' } },
      rawOutput: { headers: { 'x-any': 'q8Zr2Lw9xT' } },
      content: [{ type: 'content', content: { type: 'text', text: `$ ${KEYED}` } }],
    };
    const events = [
      { type: 'tool_call', at: 1, call },
      { type: 'permission_requested', at: 1, call, request: { requestId: 'r' } },
      { type: 'terminal_started', at: 1, terminalId: 't', command: KEYED, env: { NAME: 'q8Zr2Lw9xT' } },
      { type: 'terminal_output', at: 1, terminalId: 't', data: KEYED },
      {
        entries: [[{ kind: 'tool', call }]],
        terminals: [{ id: 't', isForeign: false, output: KEYED, env: { GITHUB_TOKEN: 'q8Zr2Lw9xT' } }],
      },
    ];
    for (const event of events) expect(JSON.stringify(record(event))).not.toContain('q8Zr2Lw9xT');
  });

  it('stay lines of JSON', () => {
    const line = (toolCallId: string): string => JSON.stringify({ type: 'tool_call', call: { toolCallId } });
    const lines = `${line('a')}\n${line('b')}\n{"type":"turn_ended"}\n`;
    expect(new Redactor().records(lines)).toBe(lines);
  });

  it('leave what was said, the texts of files, and paths as they are', () => {
    const diff = {
      type: 'diff',
      path: '/token/secret/key.ts',
      oldText: KEYED,
      newText: 'password = "Zr2Lw9xTq8"',
    };
    const events = [
      { type: 'message_chunk', at: 1, role: 'agent', content: { type: 'text', text: KEYED } },
      { type: 'prompt_started', at: 1, content: [{ type: 'text', text: KEYED }] },
      {
        type: 'tool_call',
        at: 1,
        call: {
          toolCallId: 't',
          title: 'Read /home/me/secret/token/api-key.ts',
          content: [diff],
          locations: [{ path: '/home/me/token=abc/secret' }],
          rawInput: { path: '/home/me/password/secret.ts' },
        },
      },
    ];
    for (const event of events) expect(record(event)).toEqual(event);
  });
});
