// The packages of npm: packed as they would be published, installed without a network, and started by `npx`.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { client } from '@agentclientprotocol/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { root } from '../../scripts/project.mjs';
import { atEnd } from '../support/agentHarness.ts';
import { connectProgram, ProgramClient, programOf } from '../support/programClient.ts';
import { ScriptedCliHost } from '../support/scriptedCli.ts';

/** npm and npx are scripts of the shell there. */
const shell = process.platform === 'win32';

const manifest = z.object({ name: z.string(), version: z.string() });

let folder = '';

/** Where a package was installed, alone. */
const projectOf = (name: string): string => join(folder, name, 'project');

function npm(args: readonly string[], cwd: string): void {
  // An empty cache: nothing can come from anywhere but the package itself.
  const env = { ...process.env, npm_config_cache: join(folder, 'cache') };
  execFileSync('npm', args, { cwd, env, shell, stdio: 'pipe' });
}

function install(name: string): void {
  const packed = join(folder, name);
  mkdirSync(projectOf(name), { recursive: true });
  npm(['pack', '--pack-destination', packed], join(root, 'packages', name));
  const [file = ''] = readdirSync(packed).filter((each) => each.endsWith('.tgz'));
  writeFileSync(join(projectOf(name), 'package.json'), '{}');
  npm(['install', '--offline', '--no-audit', '--no-fund', join('..', file)], projectOf(name));
}

/** The program of a package as a client starts it. */
async function start(name: string, args: readonly string[]): Promise<ProgramClient> {
  const cwd = projectOf(name);
  const child = spawn('npx', ['--no-install', `parley-${name}`, ...args], { cwd, shell, stdio: 'pipe' });
  const program = programOf(child);
  atEnd(async () => {
    await program.end();
  });
  return new ProgramClient(await connectProgram(program, client({ name: 'npm-test' }), {}));
}

function read(...path: readonly string[]): string {
  return readFileSync(join(...path), 'utf8');
}

const packages = ['rpc-agent', 'demo-agent'];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-npm-'));
  packages.forEach(install);
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each([
  ['rpc-agent', ['dist/keeper.js', 'dist/rpc-agent.js']],
  ['demo-agent', ['dist/demo-agent.js']],
])('the package of %s', (name, programs) => {
  const installed = (): string => join(projectOf(name), 'node_modules', `parley-${name}`);

  it('has the programs, the licenses of what they bundle, and nothing else', () => {
    const files = readdirSync(installed(), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(installed().length + 1))
      .map((path) => path.split(sep).join('/'));
    const others = ['LICENSE', 'README.md', 'dist/THIRD-PARTY-NOTICES.txt', 'package.json'];
    expect(files.toSorted()).toEqual([...programs, ...others].toSorted());
    expect(read(installed(), 'LICENSE')).toBe(read(root, 'LICENSE'));
    expect(read(installed(), 'dist', 'THIRD-PARTY-NOTICES.txt')).toMatch(/^- zod \d/m);
  });

  it('depends on no other package', () => {
    const beside = readdirSync(join(projectOf(name), 'node_modules'));
    expect(beside.filter((each) => !each.startsWith('.'))).toEqual([`parley-${name}`]);
  });

  it('has the version of Parley', () => {
    const { version } = manifest.parse(JSON.parse(read(root, 'package.json')));
    expect(manifest.parse(JSON.parse(read(installed(), 'package.json')))).toEqual({
      name: `parley-${name}`,
      version,
    });
  });
});

it('parley-rpc-agent speaks ACP in front of a CLI in RPC mode', async () => {
  const host = await ScriptedCliHost.start();
  atEnd(() => host.stop());
  const agent = await start('rpc-agent', ['--title', 'My CLI', '--', ...host.commandLine]);
  expect(agent.initialized.agentInfo?.title).toBe('My CLI');
  const { sessionId, configOptions } = await agent.context.request('session/new', {
    cwd: projectOf('rpc-agent'),
    mcpServers: [],
  });
  expect(configOptions?.map(({ id }) => id)).toContain('model');
  const turn = agent.prompt(sessionId, 'Hello');
  const cli = host.process();
  expect(await cli.next('prompt')).toMatchObject({ message: 'Hello' });
  cli.beginTurn('Hi there');
  cli.endTurn();
  expect((await turn).stopReason).toBe('end_turn');
  expect(agent.said(sessionId)).toBe('Hi there');
  expect(await agent.end()).toBe(0);
});

it('parley-demo-agent speaks ACP', async () => {
  const agent = await start('demo-agent', []);
  const { sessionId } = await agent.context.request('session/new', {
    cwd: projectOf('demo-agent'),
    mcpServers: [],
  });
  expect((await agent.prompt(sessionId, 'help')).stopReason).toBe('end_turn');
  expect(agent.said(sessionId)).toContain('demo agent');
  expect(await agent.end()).toBe(0);
});
