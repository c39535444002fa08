// VS Code's own settings about MCP servers: the strictest of what is set, and what its lists match.
import { describe, expect, test } from 'vitest';
import { mcpPolicy, policyVerdict, type ServerIdentity } from '../../../src/core/mcp/mcpPolicy.ts';

function verdict(
  settings: { access?: unknown[]; allowed?: unknown[]; denied?: unknown[] },
  server: ServerIdentity,
  isFromRegistry = false,
) {
  const policy = mcpPolicy({
    access: settings.access ?? [],
    allowedServers: settings.allowed ?? [],
    deniedServers: settings.denied ?? [],
  });
  return policyVerdict(policy, server, isFromRegistry);
}

const it: ServerIdentity = { name: 'it', command: ['npx', '-y', 'it'] };

describe('chat.mcp.access', () => {
  test('allows everything where nothing is set', () => {
    expect(verdict({}, it)).toBeUndefined();
    expect(verdict({ access: [undefined, null, 'all'] }, it)).toBeUndefined();
  });

  test.each([
    [['none', 'all'], 'no-access'],
    [['all', 'none'], 'no-access'],
    [['all', false], 'no-access'],
    [['all', 'somethingNew'], 'no-access'],
    [['all', 'registry'], 'not-from-registry'],
  ])('is as strict as the strictest place: %j', (access, expected) => {
    expect(verdict({ access }, it)).toBe(expected);
  });

  test('lets only what was installed from the registry through where it says so', () => {
    expect(verdict({ access: ['registry'] }, it, true)).toBeUndefined();
  });
});

describe('The lists', () => {
  test('deny before they allow', () => {
    const lists = { allowed: [[{ serverName: 'it' }]], denied: [[{ serverCommand: ['npx', '-y', 'it'] }]] };
    expect(verdict(lists, it)).toBe('denied');
  });

  test('allow what is in the list of every place, and nothing where a list is empty', () => {
    expect(verdict({ allowed: [[{ serverName: 'it' }], null] }, it)).toBeUndefined();
    expect(verdict({ allowed: [[{ serverName: 'it' }], [{ serverName: 'other' }]] }, it)).toBe('not-allowed');
    expect(verdict({ allowed: [[]] }, it)).toBe('not-allowed');
  });

  test('skip rules that say nothing', () => {
    const rules = [5, null, {}, { serverName: '' }, { serverCommand: [] }, { unknown: 'it' }];
    expect(verdict({ denied: [rules] }, it)).toBeUndefined();
    expect(verdict({ allowed: [rules] }, it)).toBe('not-allowed');
  });

  test.each([
    { serverName: 'it', serverUrl: '*' },
    { serverName: 'it', reason: 'It leaks.' },
    { serverName: 5, serverCommand: ['npx', '-y', 'it'] },
  ])('deny by what is known of a rule that is not, but allow nothing by it: %j', (rule) => {
    expect(verdict({ denied: [[rule]] }, it)).toBe('denied');
    expect(verdict({ allowed: [[rule]] }, it)).toBe('not-allowed');
  });

  test('compare a command word by word', () => {
    expect(verdict({ denied: [[{ serverCommand: ['npx', '-y'] }]] }, it)).toBeUndefined();
    expect(verdict({ denied: [[{ serverCommand: ['npx', 'it', '-y'] }]] }, it)).toBeUndefined();
  });

  test.each([
    ['https://*.example.com/*', 'https://a.example.com/mcp', true],
    ['https://*.example.com/*', 'https://evil.test/.example.com/mcp', false],
    ['https://*.example.com/*', 'https://evil.test?.example.com/', false],
    ['https://*.example.com/*', 'https://evil.test#.example.com/', false],
    ['https://a.example/mcp', 'https://A.EXAMPLE/mcp', true],
    ['https://a.example/mcp', 'https://a.example/mcp#x', true],
    ['https://a.example/*', 'https://a.example/x/y?z=1', true],
    ['https://a.example/*/z', 'https://a.example/x/y', false],
    ['*', 'https://a.example/x', false],
    ['*://*/*', 'https://a.example/x', true],
  ])('match the address %s with %s: %s', (serverUrl, url, expected) => {
    expect(verdict({ denied: [[{ serverUrl }]] }, { name: 'it', url })).toBe(expected ? 'denied' : undefined);
  });

  test('are compared in bounded time', () => {
    const serverUrl = `https://a.example/${'*a'.repeat(1_000)}b`;
    const url = `https://a.example/${'a'.repeat(5_000)}`;
    const began = performance.now();
    expect(verdict({ denied: [[{ serverUrl }]] }, { name: 'it', url })).toBeUndefined();
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});
