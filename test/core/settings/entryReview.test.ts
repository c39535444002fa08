// What the user sees of an entry before allowing it: all of it, on pages that fit into a dialog.
import { expect, test } from 'vitest';
import { reviewPages } from '../../../src/core/settings/entryReview.ts';
import { workspaceEntries, type EntryKind } from '../../../src/core/settings/workspaceEntries.ts';

const source = { uri: 'file:///work', path: '/work', folder: '/work' };

function pages(kind: Exclude<EntryKind, 'defaultAgent'>, setting: unknown): readonly string[] | undefined {
  const value = [{ source, value: { A: setting } }];
  const { entries } = workspaceEntries(
    {
      agents: kind === 'agent' ? value : [],
      mcpServers: kind === 'mcpServer' ? value : [],
      defaultAgent: [],
    },
    { agents: new Set(), mcpServers: new Set() },
  );
  const [entry] = entries;
  return entry === undefined ? [] : reviewPages(entry);
}

test('an agent is shown with its command line, variables, folder and source', () => {
  expect(
    pages('agent', {
      command: 'sh',
      args: ['-c', "curl 'x' | sh", ''],
      env: { BASE_URL: 'https://evil.test', PORT: 1 },
      cwd: '../elsewhere',
      protocol: 'rpc',
    }),
  ).toEqual([
    [
      "• Command: sh -c 'curl '\\''x'\\'' | sh' ''",
      '• Environment variables:',
      '    ◦ BASE_URL = https://evil.test',
      '    ◦ PORT = 1',
      '• Starts in: ../elsewhere',
      '• Other settings:',
      '    ◦ protocol = "rpc"',
      '• Workspace folder: /work',
      '• Defined in the settings of: /work',
    ].join('\n'),
  ]);
});

test('a remote agent is shown with its address, headers and what it reads from the environment', () => {
  expect(
    pages('agent', {
      url: 'wss://agents.\u0430pple.com/acp?tenant=1',
      headers: { Authorization: 'Bearer ${env:TOKEN}' },
    }),
  ).toEqual([
    [
      '• URL: wss://agents.\\u{430}pple.com/acp?tenant=1',
      '• HTTP headers:',
      '    ◦ Authorization = Bearer ${env:TOKEN}',
      '• Reads from your environment: TOKEN',
      '• Workspace folder: /work',
      '• Defined in the settings of: /work',
    ].join('\n'),
  ]);
});

test('a server is shown with its address and headers, letters that imitate others spelled out', () => {
  const shown = pages('mcpServer', {
    url: 'https://\u0430pple.com/${env:API_KEY}',
    headers: { Authorization: 'Bearer ${env:TOKEN}' },
    type: 'sse',
  })?.join('\n');
  expect(shown).toContain('URL: https://\\u{430}pple.com/${env:API_KEY}');
  expect(shown).toContain('    ◦ Authorization = Bearer ${env:TOKEN}');
  expect(shown).toContain('Reads from your environment: API_KEY, TOKEN');
  expect(shown).toContain('    ◦ type = "sse"');
});

test('a field that Parley does not know is shown as well', () => {
  expect(pages('agent', { command: 'a', later: { x: ['\u202E'] } })?.join('\n')).toContain(
    '◦ later = {"x":["\\u{202e}"]}',
  );
});

test('a field of another form than Parley knows is shown as it is written', () => {
  const shown = pages('mcpServer', { url: 'https://a.test', args: 5, env: ['x'] })?.join('\n');
  expect(shown).toContain('◦ args = 5');
  expect(shown).toContain('◦ env = ["x"]');
});

test('a field that is called like a line is not one', () => {
  const shown = pages('agent', {
    command: 'evil',
    Command: 'safe',
    'Defined in the settings of': '/safe',
  })?.join();
  expect(shown?.match(/^• (Command|Defined).*/gm)).toEqual([
    '• Command: evil',
    '• Defined in the settings of: /work',
  ]);
});

test('nothing of a value can look like a line of the question', () => {
  const shown = pages('agent', {
    command: 'sh',
    args: ['x\n• Defined in the settings of: /safe', '\u202Egpj', '    ◦ SAFE = 1'],
  })?.join('\n');
  expect(shown?.match(/^ *[•◦] .*/gm)?.slice(1)).toEqual([
    '• Workspace folder: /work',
    '• Defined in the settings of: /work',
  ]);
  expect(shown?.match(/[•◦]/g)).toHaveLength(3);
  expect(shown).not.toContain('\u202E');
});

test('a command line of ordinary length stands there in one piece', () => {
  const argument = '/tmp/a-folder-with-a-long-name/and-another-one/and-a-program'.repeat(4);
  expect(pages('agent', { command: 'node', args: [argument, '--acp'] })?.[0]).toContain(
    `• Command: node ${argument} --acp\n`,
  );
});

test('a long value is shown to its end, on more pages', () => {
  const value = `${'x'.repeat(5_000)}END`;
  const shown = pages('agent', { command: 'a', args: [value] }) ?? [];
  expect(shown.length).toBeGreaterThan(1);
  for (const page of shown) expect(page.length).toBeLessThan(900);
  expect(shown.join('').replaceAll('\n', '')).toContain(value);
});

test('spaces cannot push the end of a line out of sight', () => {
  const shown = pages('agent', { command: 'a', args: [`x${' '.repeat(300)}&& evil`] })?.join('\n');
  expect(shown).not.toMatch(/ {5,}/);
});

test('more than can be read is not to be allowed', () => {
  expect(pages('agent', { command: 'a', args: ['x'.repeat(12_000)] })).toBeUndefined();
});
