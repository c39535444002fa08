// What is entered for a new MCP server, and the name that is proposed for it.
import { expect, test } from 'vitest';
import { proposedName, serverEntry } from '../../../src/host/mcp/addServer.ts';

test.each([
  ['npx -y @scope/server-files@1.2.3 "/a folder"', 'server-files'],
  ['uvx mcp-server-git', 'mcp-server-git'],
  ['/opt/my tools/server.sh', 'my'],
  ['"/opt/my tools/server.sh" --stdio', 'server'],
  ['node ./build/index.mjs', 'index'],
  ['npx', 'npx'],
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
  expect(serverEntry('HTTPS://mcp.test/')).toEqual({ url: 'HTTPS://mcp.test/' });
});

test.each(['', '   ', 'say "hello', 'ftp://mcp.test/', 'https://', '""'])(
  '“%s” is neither a command nor an address',
  (text) => {
    expect(serverEntry(text)).toBeUndefined();
  },
);
