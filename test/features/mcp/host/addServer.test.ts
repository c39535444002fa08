// What is entered for a new MCP server, and the name that is proposed for it.
import { expect, test } from 'vitest';
import { proposedName, serverEntry } from '../../../../src/features/mcp/host/addServer.ts';

test.each([
  ['npx -y @scope/server-files@1.2.3 "/a folder"', 'server-files'],
  ['uvx mcp-server-git', 'mcp-server-git'],
  ['/opt/my tools/server.sh', 'my'],
  ['"/opt/my tools/server.sh" --stdio', 'server'],
  ['node ./build/index.mjs', 'index'],
  ['npx', 'npx'],
  ['API_KEY=a npx -y @scope/files', 'files'],
  ['A=b https://mcp.test/', ''],
  ['npx @scope', '@scope'],
  ['docker run -i --rm mcp/fetch', 'docker'],
  ['C:\\tools\\server.exe', 'server'],
  [' https://mcp.example.com/v1?x=1 ', 'mcp.example.com'],
  ['https://', ''],
  ['', ''],
])('%s is called %s', (text, name) => {
  expect(proposedName(text)).toBe(name);
});

test('a command line is taken apart, an address is kept', () => {
  expect(serverEntry('npx -y @scope/files "/a folder"')).toEqual({
    command: 'npx',
    args: ['-y', '@scope/files', '/a folder'],
  });
  expect(serverEntry('  server ')).toEqual({ command: 'server' });
  expect(serverEntry('API_KEY=a=b EMPTY= NAME="two words" npx -y files --x=y')).toEqual({
    command: 'npx',
    args: ['-y', 'files', '--x=y'],
    env: { API_KEY: 'a=b', EMPTY: '', NAME: 'two words' },
  });
  expect(serverEntry('A=1 A=2 server')).toEqual({ command: 'server', env: { A: '2' } });
  expect(serverEntry('URL=https://a.test/ server B=c')).toEqual({
    command: 'server',
    args: ['B=c'],
    env: { URL: 'https://a.test/' },
  });
  for (const command of ['/opt/a=b/server', '1A=b', '=a', './A=b', 'env'])
    expect(serverEntry(`${command} C=d`)).toEqual({ command, args: ['C=d'] });
  expect(serverEntry('HTTPS://mcp.test/')).toEqual({ url: 'HTTPS://mcp.test/' });
});

test.each([
  'A=b',
  'A=b C=',
  'A=b ""',
  'A=b https://mcp.test/',
  '',
  '   ',
  'say "hello',
  'ftp://mcp.test/',
  'https://',
  '""',
])('“%s” is neither a command nor an address', (text) => {
  expect(serverEntry(text)).toBeUndefined();
});
