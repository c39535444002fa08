// What the entries of MCP servers mean, and which of them an agent is given.
import { describe, expect, test } from 'vitest';
import { inputsFrom, type McpInput } from '../../../src/core/mcp/mcpInput.ts';
import {
  resolveServer,
  usableServers,
  type McpServer,
  type ServerEnvironment,
} from '../../../src/core/mcp/mcpServerSettings.ts';

const asked: string[] = [];
const environment: ServerEnvironment = {
  workspaceFolder: '/work',
  userHome: '/home/me',
  environment: { TOKEN: 'secret', MCP_URL: 'https://c.example/mcp', HOST: 'd.example' },
  pathSeparator: '/',
  folderNamed: (name) => (name === 'other' ? '/other' : undefined),
  setting: (name) => (name === 'http.proxy' ? 'http://proxy' : undefined),
  findCommand: (command) => (command === 'missing' ? undefined : `/bin/${command}`),
  resolvePath: (folder, path) => (path.startsWith('/') ? path : `${folder}${path === '' ? '' : `/${path}`}`),
  readEnvFile: async (path) => (path === '/work/.env' ? { FILE: '1', BOTH: 'file' } : 'ENOENT'),
  input: async ({ id }) => {
    asked.push(id);
    return id === 'cancelled' ? undefined : `value of ${id}`;
  },
  inFolder: (cwd, command) => ['/bin/in', cwd, command],
};

async function serverOf(setting: unknown, inputs: readonly McpInput[] = []): Promise<McpServer> {
  const resolved = await resolveServer({ name: 'it', setting, inputs }, environment);
  if ('problem' in resolved) throw new Error(resolved.problem);
  return resolved.server;
}

async function problemOf(setting: unknown, inputs: readonly McpInput[] = []): Promise<string> {
  const resolved = await resolveServer({ name: 'it', setting, inputs }, environment);
  return 'problem' in resolved ? resolved.problem : '';
}

const inputs = inputsFrom(
  ['key', 'cancelled'].map((id) => ({ type: 'promptString', id, password: true })),
).inputs;

describe('A server that is started by a command', () => {
  test('R43 has an absolute command, and always arguments and an environment', async () => {
    expect(await serverOf({ command: 'files' })).toEqual({
      name: 'it',
      command: '/bin/files',
      args: [],
      env: [],
    });
    expect(
      await serverOf({
        type: 'stdio',
        command: 'git-mcp',
        args: ['${workspaceFolder}'],
        env: { N: 1, GONE: null },
      }),
    ).toEqual({ name: 'it', command: '/bin/git-mcp', args: ['/work'], env: [{ name: 'N', value: '1' }] });
  });

  test('has the variables of its file below its own', async () => {
    const server = await serverOf({
      command: 'x',
      envFile: '${workspaceFolder}/.env',
      env: { BOTH: 'own' },
    });
    expect(server).toMatchObject({
      env: [
        { name: 'FILE', value: '1' },
        { name: 'BOTH', value: 'own' },
      ],
    });
    expect(await problemOf({ command: 'x', envFile: 'none' })).toContain('ENOENT');
  });

  test('starts in another folder through a program, because ACP names none', async () => {
    expect(await serverOf({ command: 'x', cwd: '${workspaceFolder}' })).toMatchObject({ command: '/bin/x' });
    expect(await serverOf({ command: 'x', args: ['a'], cwd: 'sub' })).toMatchObject({
      command: '/bin/in',
      args: ['/work/sub', '/bin/x', 'a'],
    });
  });

  test('is not used where only VS Code can run it in its sandbox', async () => {
    expect(await problemOf({ command: 'x', sandboxEnabled: true })).toContain('sandbox');
  });

  test('is named as it is written where its command is not found, and not by what variables stand for', async () => {
    expect(await problemOf({ command: 'missing' })).toContain('“missing” was not found');
    const hidden = { ...environment, findCommand: () => undefined };
    const resolved = await resolveServer(
      { name: 'it', setting: { command: '${env:TOKEN}' }, inputs: [] },
      hidden,
    );
    expect(JSON.stringify(resolved)).not.toContain('secret');
  });
});

describe('A server with an address', () => {
  test('is http unless it says otherwise, and variables are replaced in headers', async () => {
    expect(
      await serverOf({ url: 'https://a.example/mcp', headers: { Authorization: 'Bearer ${env:TOKEN}' } }),
    ).toEqual({
      type: 'http',
      name: 'it',
      url: 'https://a.example/mcp',
      headers: [{ name: 'Authorization', value: 'Bearer secret' }],
    });
    expect(await serverOf({ type: 'sse', url: 'https://b.example' })).toMatchObject({ type: 'sse' });
  });

  test('R43 may be a variable, and what it stands for is looked at', async () => {
    expect(await serverOf({ url: '${env:MCP_URL}' })).toMatchObject({ url: 'https://c.example/mcp' });
    expect(await serverOf({ url: 'https://${env:HOST}/mcp' })).toMatchObject({
      url: 'https://d.example/mcp',
    });
    expect(await problemOf({ url: '${env:UNSET}' })).toContain('not a valid URL');
  });

  test.each(['unix:///tmp/a.sock', 'pipe:///x', 'file:///etc/passwd'])('is not used for %s', async (url) => {
    expect(await problemOf({ type: 'http', url })).not.toBe('');
  });

  test('is compared by VS Code’s lists without a user name and in one spelling', async () => {
    const setting = { url: 'https://me:pw@A.Example/mcp' };
    expect(await resolveServer({ name: 'it', setting, inputs: [] }, environment)).toMatchObject({
      identity: { url: 'https://a.example/mcp' },
    });
  });
});

test.each([
  { args: [] },
  5,
  null,
  [],
  { type: 'http', command: 'x' },
  { command: 1 },
  { command: 'x', args: 'y' },
])('an entry of another form is a problem: %j', async (setting) => {
  expect(await problemOf(setting)).toContain('needs a “command” or a “url”');
});

describe('Values that the user enters', () => {
  test('are asked for once each, and are never looked at for variables again', async () => {
    asked.length = 0;
    const nested = { ...environment, input: async () => '${input:key} ${env:TOKEN}' };
    const setting = { command: 'x', args: ['${input:key}', '${input:key}'] };
    await serverOf(setting, inputs);
    expect(asked).toEqual(['key']);
    expect(await resolveServer({ name: 'it', setting, inputs }, nested)).toMatchObject({
      server: { args: ['${input:key} ${env:TOKEN}', '${input:key} ${env:TOKEN}'] },
    });
  });

  test('are known as secrets', async () => {
    const setting = { command: 'x', env: { KEY: '${input:key}' } };
    expect(await resolveServer({ name: 'it', setting, inputs }, environment)).toMatchObject({
      expanded: [{ name: 'key', value: 'value of key', isEntered: true }],
    });
  });

  test('leave the server out where there is none, and where the file does not define it', async () => {
    expect(await problemOf({ url: 'https://${input:cancelled}' }, inputs)).toContain('no value was entered');
    expect(await problemOf({ command: 'x', args: ['${input:unknown}'] }, inputs)).toContain(
      'no input “unknown”',
    );
  });
});

test('variables that mean something in an editor alone leave the server out, and what is none stays as it is', async () => {
  expect(await problemOf({ command: 'x', args: ['${file}'] })).toContain('“file”');
  expect(await problemOf({ command: 'x', args: ['${command:evil}'] })).toContain('“command:evil”');
  const args = [
    '${userHome}${pathSeparator}a${/}',
    '${workspaceFolder:other} ${workspaceFolderBasename}',
    '${config:http.proxy}',
    '${FOO} ${unknown:1} $HOME',
  ];
  expect(await serverOf({ command: 'x', args })).toMatchObject({
    args: ['/home/me/a/', '/other work', 'http://proxy', '${FOO} ${unknown:1} $HOME'],
  });
});

test('R43 servers behind a url go only to agents that can use them', () => {
  const servers: readonly McpServer[] = [
    { name: 'a', command: '/a', args: [], env: [] },
    { type: 'http', name: 'b', url: 'https://b.example', headers: [] },
    { type: 'sse', name: 'c', url: 'https://c.example', headers: [] },
  ];
  const names = (http: boolean, sse: boolean) =>
    usableServers(servers, { http, sse }).map(({ name }) => name);
  expect(names(false, false)).toEqual(['a']);
  expect(names(true, false)).toEqual(['a', 'b']);
  expect(names(true, true)).toEqual(['a', 'b', 'c']);
});
