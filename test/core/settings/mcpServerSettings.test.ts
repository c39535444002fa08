// The setting of MCP servers, and which of them an agent is given.
import { describe, expect, test } from 'vitest';
import { mcpServersFromSetting, usableServers } from '../../../src/core/settings/mcpServerSettings.ts';

const variables = {
  workspaceFolder: '/work',
  userHome: '/home/me',
  environment: { TOKEN: 'secret', MCP_URL: 'https://c.example/mcp', HOST: 'd.example' },
  findCommand: (command: string) => (command === 'missing' ? undefined : `/bin/${command}`),
};

describe('the setting', () => {
  test('R43 a command becomes absolute, and arguments and environment are always there', () => {
    const { servers, problems } = mcpServersFromSetting(
      {
        files: { command: 'files' },
        git: { command: 'git-mcp', args: ['${workspaceFolder}'], env: { N: 1 } },
      },
      variables,
    );
    expect(problems).toEqual([]);
    expect(servers).toEqual([
      { name: 'files', command: '/bin/files', args: [], env: [] },
      { name: 'git', command: '/bin/git-mcp', args: ['/work'], env: [{ name: 'N', value: '1' }] },
    ]);
  });

  test('a url is http unless it says otherwise, and variables are replaced in headers', () => {
    const setting = {
      one: { url: 'https://a.example/mcp', headers: { Authorization: 'Bearer ${env:TOKEN}' } },
      two: { type: 'sse', url: 'https://b.example/mcp' },
    };
    expect(mcpServersFromSetting(setting, variables).servers).toEqual([
      {
        type: 'http',
        name: 'one',
        url: 'https://a.example/mcp',
        headers: [{ name: 'Authorization', value: 'Bearer secret' }],
      },
      { type: 'sse', name: 'two', url: 'https://b.example/mcp', headers: [] },
    ]);
  });

  test('R43 a url may be a variable, and what it stands for is looked at', () => {
    const setting = {
      whole: { url: '${env:MCP_URL}' },
      host: { url: 'https://${env:HOST}/mcp' },
      unset: { url: '${env:UNSET}' },
    };
    const { servers, problems } = mcpServersFromSetting(setting, variables);
    expect(servers).toMatchObject([{ url: 'https://c.example/mcp' }, { url: 'https://d.example/mcp' }]);
    expect(problems).toEqual([expect.stringContaining('“unset”')]);
  });

  test('an entry that cannot be used is reported, and the others are used', () => {
    const setting = { bad: { args: [] }, gone: { command: 'missing' }, worse: 5, good: { command: 'ok' } };
    const { servers, problems } = mcpServersFromSetting(setting, variables);
    expect(servers).toMatchObject([{ name: 'good' }]);
    expect(problems).toHaveLength(3);
    expect(problems.join()).toContain('“missing” was not found');
  });

  test.each([undefined, null, {}])('%j means none', (setting) => {
    expect(mcpServersFromSetting(setting, variables)).toEqual({ servers: [], problems: [], expanded: [] });
  });

  test('anything but an object is a problem', () => {
    expect(mcpServersFromSetting([1], variables).problems).toHaveLength(1);
  });
});

test('R43 servers behind a url go only to agents that can use them', () => {
  const { servers } = mcpServersFromSetting(
    { a: { command: 'a' }, b: { url: 'https://b.example' }, c: { type: 'sse', url: 'https://c.example' } },
    variables,
  );
  const names = (http: boolean, sse: boolean) =>
    usableServers(servers, { http, sse }).map(({ name }) => name);
  expect(names(false, false)).toEqual(['a']);
  expect(names(true, false)).toEqual(['a', 'b']);
  expect(names(true, true)).toEqual(['a', 'b', 'c']);
});
