// Agents, MCP servers and the default agent: what of a workspace holds, and when.
import { beforeEach, describe, expect, test } from 'vitest';
import type * as vscodeTypes from 'vscode';
import { Emitter, type Event } from '../../../src/core/base/lifecycle.ts';
import { mcpConfigFile } from '../../../src/core/mcp/mcpConfigFile.ts';
import { serversSetting } from '../../../src/features/mcp/host/mcpSettings.ts';
import type { ReadMcpFile } from '../../../src/host/settings/mcpFiles.ts';
import { AgentSettings } from '../../../src/host/settings/agentSettings.ts';
import { EntryDecisions } from '../../../src/host/settings/entryDecisions.ts';
import { mayStart, reviewEntry } from '../../../src/host/settings/reviewEntry.ts';
import { MemoryLog } from '../../support/log.ts';
import { changeSettings, resetVscode, Uri, vscode } from '../../support/vscode.ts';

let stored: Record<string, unknown>;
let settings: AgentSettings;
let log: MemoryLog;
/** What VS Code's own files say. */
let files: { current: readonly ReadMcpFile[]; readonly onChange: Event<void> };

/** Stores what a restart finds again. */
function memento(): vscodeTypes.Memento {
  return {
    keys: () => Object.keys(stored),
    get: (key: string) => stored[key],
    update: async (key: string, value: unknown) => {
      stored[key] = value === undefined ? undefined : JSON.parse(JSON.stringify(value));
    },
  };
}

function restart(): AgentSettings {
  const fresh = new AgentSettings(new EntryDecisions(memento()), log, files);
  fresh.readServersFrom(serversSetting);
  return fresh;
}

/** What the settings of the folder say. */
function workspace(values: Readonly<Record<string, unknown>>): void {
  for (const [name, workspaceValue] of Object.entries(values)) vscode.places.set(name, { workspaceValue });
}

async function decide(name: string, decision: 'allowed' | 'refused' | undefined): Promise<void> {
  for (const entry of settings.entries.filter((each) => each.name === name)) {
    await settings.decisions.decide(entry, decision);
  }
}

const clicks = (label: string): void => {
  vscode.answers.push((buttons) => buttons.find((each) => each === label));
};

beforeEach(() => {
  resetVscode();
  stored = {};
  log = new MemoryLog();
  vscode.folders.push(new Uri('/work'));
  files = { current: [], onChange: new Emitter<void>().event };
  settings = restart();
});

describe('An agent of the workspace', () => {
  const evil = { command: 'sh', args: ['-c', 'touch PWNED'] };

  test('is in the list, and is not started before it is allowed', async () => {
    workspace({ agents: { Evil: evil } });
    expect(settings.agents.map(({ name }) => name)).toEqual(['Evil']);
    expect(settings.agent('Evil')).toHaveProperty('toReview');
    await decide('Evil', 'refused');
    expect(settings.agent('Evil')).toHaveProperty('toReview');
    await decide('Evil', 'allowed');
    expect(settings.agent('Evil')).toEqual({ setting: evil, folder: '/work' });
  });

  test('does not change one of the user, and is not beside it', () => {
    vscode.settings.set('agents', { Mine: { command: 'mine' } });
    workspace({ agents: { Mine: { command: 'sh', env: { BASE_URL: 'https://evil.test' } } } });
    expect(settings.agents).toEqual([{ name: 'Mine', entry: undefined }]);
    expect(settings.agent('Mine')).toEqual({ setting: { command: 'mine' }, folder: undefined });
    expect(log.lines.filter((line) => line.includes('“Mine”'))).toHaveLength(1);
  });

  test('stays allowed after a restart, for this folder and this content alone', async () => {
    workspace({ agents: { Repo: { command: 'repo' } } });
    await decide('Repo', 'allowed');
    settings = restart();
    expect(settings.agent('Repo')).toHaveProperty('setting');
    workspace({ agents: { Repo: { command: 'repo', args: ['--yolo'] } } });
    expect(settings.agent('Repo')).toHaveProperty('toReview');
    workspace({ agents: { Repo: { command: 'repo' } } });
    expect(settings.agent('Repo')).toHaveProperty('setting');
    vscode.folders.splice(0, 1, new Uri('/other'));
    expect(settings.agent('Repo')).toHaveProperty('toReview');
  });

  test('of a hostile folder does not replace the allowed one of another folder', async () => {
    vscode.folders.splice(0, 1, new Uri('/hostile'), new Uri('/work'));
    vscode.workspaceFile.push(new Uri('/all.code-workspace'));
    vscode.folderSettings.set('/work', new Map([['agents', { Repo: { command: './repo' } }]]));
    await decide('Repo', 'allowed');
    vscode.folderSettings.set('/hostile', new Map([['agents', { Repo: { command: './evil' } }]]));
    expect(settings.agent('Repo')).toEqual({ setting: { command: './repo' }, folder: '/work' });
  });

  test('may be called like something of the language', () => {
    expect(settings.agent('constructor')).toBeUndefined();
    workspace({ agents: { constructor: { command: 'a' } } });
    expect(settings.agent('constructor')).toHaveProperty('toReview');
  });
});

describe('The default agent', () => {
  test('is not what the workspace says before that is allowed, and what it names can be started', async () => {
    vscode.settings.set('agents', { First: { command: 'a' }, Second: { command: 'b' } });
    workspace({ agents: { Evil: { command: 'sh' } }, defaultAgent: 'Evil' });
    expect(settings.defaultAgent).toBe('First');
    await settings.decisions.decide(entryOf('defaultAgent'), 'allowed');
    expect(settings.defaultAgent).toBe('First');
    await settings.decisions.decide(entryOf('agent'), 'allowed');
    expect(settings.defaultAgent).toBe('Evil');
  });

  test('is not another one of the user because the workspace says so', async () => {
    vscode.settings.set('agents', { Careful: { command: 'a' }, Reckless: { command: 'b' } });
    vscode.settings.set('defaultAgent', 'Careful');
    workspace({ defaultAgent: 'Reckless' });
    expect(settings.defaultAgent).toBe('Careful');
    await decide('Reckless', 'allowed');
    expect(settings.defaultAgent).toBe('Reckless');
  });

  test('is not an agent of the workspace because the user has none', () => {
    workspace({ agents: { Evil: { command: 'sh' } } });
    expect(settings.defaultAgent).toBe('demo');
  });

  function entryOf(kind: string) {
    const entry = settings.entries.find((each) => each.kind === kind);
    if (entry === undefined) throw new Error(`There is no ${kind}.`);
    return entry;
  }
});

describe('MCP servers', () => {
  const names = (): readonly string[] => settings.mcpServers().map(({ name }) => name);

  function file(path: string, folder: string | undefined, servers: Record<string, unknown>, inputs = [{}]) {
    return { uri: `file://${path}`, path, folder, config: mcpConfigFile({ servers, inputs }) };
  }

  test('of the workspace are left out until they are allowed, and never change those of the user', async () => {
    const mine = { files: { command: 'files' } };
    vscode.settings.set('mcpServers', mine);
    workspace({ mcpServers: { files: { env: { X: '1' } }, bad: { command: 'bad' } } });
    expect(settings.mcpServers()).toMatchObject([{ name: 'files', setting: mine.files, folder: undefined }]);
    expect(settings.undecidedServers().map(({ name }) => name)).toEqual(['bad']);
    await decide('bad', 'allowed');
    expect(settings.mcpServers()).toMatchObject([
      { name: 'files', setting: mine.files, folder: undefined },
      { name: 'bad', setting: { command: 'bad' }, folder: '/work' },
    ]);
    await decide('bad', 'refused');
    expect(settings.mcpServers()).toHaveLength(1);
    expect(settings.undecidedServers()).toEqual([]);
  });

  test('of one name count once: the setting, then the user’s file, then the workspace', async () => {
    vscode.settings.set('mcpServers', { one: { command: 'setting' } });
    files.current = [
      file('/user/mcp.json', undefined, { one: { command: 'user' }, two: { command: 'user' } }),
      file('/work/.vscode/mcp.json', '/work', {
        one: { command: 'evil' },
        two: { command: 'evil' },
        three: { command: 'work' },
      }),
    ];
    await decide('three', 'allowed');
    expect(settings.entries.map(({ name }) => name)).toEqual(['three']);
    expect(settings.mcpServers().map(({ setting }) => setting)).toEqual([
      { command: 'setting' },
      { command: 'user' },
      { command: 'work' },
    ]);
    const shadowed = settings.allMcpServers().filter(({ shadowedBy }) => shadowedBy !== undefined);
    expect(shadowed.map(({ setting, shadowedBy }) => [setting, shadowedBy?.kind])).toEqual([
      [{ command: 'user' }, 'user-setting'],
      [{ command: 'evil' }, 'user-setting'],
      [{ command: 'evil' }, 'user-file'],
    ]);
  });

  test('of a file are confirmed with what they have the user enter, and asked about again where that changes', async () => {
    const server = { command: 'x', args: ['${input:key}'] };
    const input = (description: string) => [{ type: 'promptString', id: 'key', description }];
    files.current = [file('/work/.vscode/mcp.json', '/work', { it: server }, input('Key'))];
    clicks('Allow');
    for (const entry of settings.undecidedServers()) await reviewEntry(entry, settings.decisions);
    expect(vscode.messages.join('\n')).toContain('"description":"Key"');
    expect(vscode.messages.join('\n')).toContain('/work/.vscode/mcp.json');
    expect(names()).toEqual(['it']);
    files.current = [file('/work/.vscode/mcp.json', '/work', { it: server }, input('Your bank’s PIN'))];
    expect(names()).toEqual([]);
  });

  test('of two folders with one name: the one that was allowed counts', async () => {
    files.current = [
      file('/work/.vscode/mcp.json', '/work', { it: { command: 'first' } }),
      file('/other/.vscode/mcp.json', '/other', { it: { command: 'second' } }),
    ];
    const second = settings.entries.find(({ source }) => source.folder === '/other');
    if (second !== undefined) await settings.decisions.decide(second, 'allowed');
    expect(settings.mcpServers()).toMatchObject([{ setting: { command: 'second' }, folder: '/other' }]);
  });
});

describe('The question', () => {
  beforeEach(() => workspace({ agents: { Repo: { command: 'repo', args: ['--acp'] } } }));

  test('has the whole command in view, and no other button before the one that refuses', async () => {
    clicks('Allow');
    expect(await mayStart('Repo', settings)).toBe(true);
    expect(vscode.messages.join('\n')).toContain('Command: repo --acp');
    expect(vscode.buttons).toEqual([['Don’t Allow', 'Allow']]);
    expect(await mayStart('Repo', settings)).toBe(true);
    expect(vscode.buttons).toHaveLength(1);
  });

  test('comes again after it was closed, and not after a refusal', async () => {
    expect(await mayStart('Repo', settings)).toBe(false);
    clicks('Don’t Allow');
    expect(await mayStart('Repo', settings)).toBe(false);
    expect(vscode.buttons).toHaveLength(2);
    await mayStart('Repo', settings);
    expect(vscode.buttons).toHaveLength(2);
    expect(settings.agent('Repo')).toHaveProperty('toReview');
  });

  test('allows what it showed, not what the workspace says by the time of the answer', async () => {
    vscode.answers.push(() => {
      workspace({ agents: { Repo: { command: 'evil' } } });
      changeSettings();
      return 'Allow';
    });
    await mayStart('Repo', settings);
    expect(settings.agent('Repo')).toHaveProperty('toReview');
    expect(settings.agentText('Repo')).toBeUndefined();
  });

  test('is not asked about agents of the user', async () => {
    vscode.settings.set('agents', { Mine: { command: 'mine' } });
    expect(await mayStart('Mine', settings)).toBe(true);
    expect(await mayStart('demo', settings)).toBe(true);
    expect(vscode.messages).toEqual([]);
  });

  test('about much text has to be read to its last page', async () => {
    workspace({ agents: { Repo: { command: 'repo', args: ['x'.repeat(1_000)] } } });
    clicks('Next Page');
    clicks('Allow');
    expect(await mayStart('Repo', settings)).toBe(true);
    expect(vscode.buttons).toEqual([
      ['Don’t Allow', 'Next Page'],
      ['Don’t Allow', 'Allow'],
    ]);
  });

  test('about more than can be read cannot be answered with yes', async () => {
    workspace({ agents: { Repo: { command: 'repo', args: ['x'.repeat(19_000)] } } });
    vscode.answers.push(() => 'Allow');
    expect(await mayStart('Repo', settings)).toBe(false);
    expect(vscode.buttons).toEqual([[]]);
  });

  test('about what is allowed offers to revoke it', async () => {
    await decide('Repo', 'allowed');
    clicks('Revoke');
    const [entry] = settings.entries;
    if (entry !== undefined) expect(await reviewEntry(entry, settings.decisions)).toBe('refused');
    expect(settings.agent('Repo')).toHaveProperty('toReview');
  });
});

test('decisions are stored by folder and hash, without the content', async () => {
  workspace({ agents: { Repo: { command: 'repo', env: { SECRET: 'hunter2' } } } });
  await decide('Repo', 'allowed');
  expect(JSON.stringify(stored)).toContain('file:///work');
  expect(JSON.stringify(stored)).not.toContain('hunter2');
  await settings.decisions.forgetAll();
  expect(settings.agent('Repo')).toHaveProperty('toReview');
});

test('decisions that cannot be read are none', () => {
  stored['parley.workspaceEntries'] = [{ uri: 'file:///work', isAllowed: true }];
  workspace({ agents: { Repo: { command: 'repo' } } });
  expect(settings.agent('Repo')).toHaveProperty('toReview');
});
