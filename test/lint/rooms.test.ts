// The linter itself: every rule about rooms has a file that must fail it, and files that keep the rules pass.
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { rooms } from '../../lint/rooms.mjs';
import { root } from '../../scripts/project.mjs';

/** What the linter must say about each file of `fixtures/fail`. */
const messages: Readonly<Record<string, string>> = {
  'src/core/importsFeature.ts': 'src/core may not import src/features/find/core',
  'src/host/chat/importsWingAbove.ts': 'src/host/chat may not import src/host/panel: it is above it',
  'src/host/sessions/importsTypeOfWingAbove.ts': 'src/host/sessions may not import src/host/attach',
  'src/host/permissions/importsLowestAndKernel.ts': 'src/host/permissions may not import src/host/:',
  'src/host/newWing/hasNoPlace.ts': 'src/host/newWing has no place in the order of wings',
  'src/host/importsFeature.ts': 'src/host may not import src/features/find',
  'src/features/find/feature.ts': 'src/features/find may not import src/features/links',
  'src/features/find/core/importsHost.ts': 'src/features/find/core may not import src/host',
  'src/features/find/core/importsNode.ts': 'src/features/find/core may not import modules of Node',
  'src/features/find/core/importsOtherFeature.ts':
    'src/features/find/core may not import src/features/links/core',
  'src/features/find/node/importsVscode.ts': 'src/features/find/node may not import `vscode`',
  'src/features/find/node/importsHost.ts': 'src/features/find/node may not import src/features/find/host',
  'src/features/find/host/importsOtherFeature.ts':
    'src/features/find/host may not import src/features/links/host',
  'src/features/find/host/importsComposition.ts': 'src/features/find/host may not import src/composition',
  'src/composition/importsInsideOfFeature.ts': 'src/composition may not import src/features/find/host',
  'webview/text/importsPanel.ts': 'webview/text may not import webview/panel: it is above it',
  'webview/panel/state/importsTypeOfWingAbove.ts':
    'webview/panel/state may not import webview/panel/composer: it is above it',
  'webview/panel/composer/importsWingAbove.ts':
    'webview/panel/composer may not import webview/panel/dock: it is above it',
  'webview/panel/dock/importsApp.ts': 'webview/panel/dock may not import webview/panel/: it is above it',
  'webview/panel/newWing/hasNoPlace.ts': 'webview/panel/newWing has no place in the order of wings',
  'webview/importsFeature.ts': 'webview may not import webview/features/find',
  'webview/features/find/importsFeatureHost.ts':
    'webview/features/find may not import src/features/find/host',
  'webview/features/find/importsOtherCore.ts': 'webview/features/find may not import src/features/links/core',
  'webview/dev/importsFeature.ts': 'webview/dev may not import webview/features/find',
  'webview/composition/importsHost.ts': 'webview/composition may not import src/host',
  'src/core/importsHost.ts': 'src/core may not import src/host',
  'src/core/session/importsAgentTypes.ts': 'src/core may not import src/agents',
  'src/core/importsNode.ts': 'src/core may not import modules of Node',
  'src/core/importsVscode.ts': 'src/core may not import `vscode`',
  'src/core/importsReact.ts': 'src/core may not import React',
  'src/core/importsPackage.ts': 'src/core may not import the package vscode-jsonrpc/node',
  'src/core/importsSdkAtRunTime.ts': 'src/core may import only types of @agentclientprotocol/sdk',
  'src/core/importsWholeZod.ts': 'src/core may not import `zod`, but `zod/mini`',
  'src/core/defaultExport.ts': 'Prefer named exports',
  'src/core/session/barrel.ts': 'This file only re-exports',
  'src/core/session/index.ts': 'This file only re-exports',
  'src/process/importsAgents.ts': 'src/process may not import src/agents',
  'src/agents/schema/importsHost.ts': 'src/agents may not import src/host',
  'src/agents/importsPackage.ts': 'src/agents may not import packages/demo-agent',
  'src/agents/importsHistory.ts': 'src/agents may not import src/history',
  'src/agents/importsVscode.ts': 'src/agents may not import `vscode`',
  'src/agents/importsMachine.ts': 'src/agents may not import src/machine',
  'src/machine/importsHost.ts': 'src/machine may not import src/host',
  'src/machine/importsVscode.ts': 'src/machine may not import `vscode`',
  'src/host/importsAgentsAtDepthOne.ts': 'src/host may not import src/agents',
  'src/host/chat/importsWebview.ts': 'src/host may not import webview',
  'src/host/importsProcess.ts': 'src/host may not import src/process',
  'src/host/importsReact.ts': 'src/host may not import React',
  'src/host/importsExtension.ts': 'src/host may not import src/extension.ts',
  'src/storage/importsHistory.ts': 'src/storage may not import src/history',
  'src/history/importsSnapshots.ts': 'src/history may not import src/snapshots',
  'src/history/importsVscode.ts': 'src/history may not import `vscode`',
  'src/history/importsTest.ts': 'src/history may not import test',
  'src/snapshots/importsFiles.ts': 'src/snapshots may not import src/files',
  'src/snapshots/importsHostTypes.ts': 'src/snapshots may not import src/host',
  'src/files/importsHost.ts': 'src/files may not import src/host',
  'src/composition/importsPackage.ts': 'src/composition may not import packages/demo-agent',
  'src/host/importsComposition.ts': 'src/host may not import src/composition',
  'src/extension.ts': 'src/extension.ts may not import packages/demo-agent',
  'src/noRoom/hasNoRoom.ts': 'src/noRoom/hasNoRoom.ts is in no room',
  'src/core/importsPackages.ts': 'src/core may not import packages/process',
  'webview/importsPackages.ts': 'webview may not import packages/process',
  'packages/process/importsOurProcesses.ts': 'packages/process may not import src/process',
  'packages/agent/importsProcess.ts': 'packages/agent may not import packages/process',
  'packages/rpc-agent/src/cli/importsAgents.ts': 'packages/rpc-agent may not import src/agents',
  'packages/rpc-agent/src/importsTypesOfCore.ts': 'packages/rpc-agent may not import src/core',
  'packages/rpc-agent/src/importsDemo.ts': 'packages/rpc-agent may not import packages/demo-agent',
  'packages/demo-agent/src/importsCore.ts': 'packages/demo-agent may not import src/core',
  'packages/noRoom/hasNoRoom.ts': 'packages/noRoom/hasNoRoom.ts is in no room',
  'webview/importsHost.tsx': 'webview may not import src/host',
  'webview/panel/importsNode.ts': 'webview may not import modules of Node',
  'webview/importsVscode.ts': 'webview may not import `vscode`',
  'webview/importsTest.ts': 'webview may not import test',
  'scripts/importsTest.mjs': 'scripts may not import test',
};

const report = z.object({
  diagnostics: z.array(z.object({ message: z.string(), filename: z.string(), severity: z.string() })),
});

const directory = mkdtempSync(join(tmpdir(), 'parley-lint-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** What the linter reports for each file of the fixtures, by path. */
const found = new Map<string, string[]>();

beforeAll(async () => {
  // A copy, because the project's own configuration ignores the fixtures.
  cpSync(join(import.meta.dirname, 'fixtures'), directory, { recursive: true });
  const settings = z.looseObject({}).parse(JSON.parse(readFileSync(join(root, '.oxlintrc.json'), 'utf8')));
  const config = { ...settings, jsPlugins: [join(root, 'lint', 'plugin.mjs')], ignorePatterns: [] };
  for (const kind of ['pass', 'fail']) {
    const cwd = join(directory, kind);
    writeFileSync(join(cwd, '.oxlintrc.json'), JSON.stringify(config));
    const oxlint = join(root, 'node_modules', 'oxlint', 'bin', 'oxlint');
    const output = await promisify(execFile)(process.execPath, [oxlint, '--format=json', '.'], { cwd }).catch(
      (error: unknown) => z.object({ stdout: z.string() }).parse(error),
    );
    for (const { filename, message } of report.parse(JSON.parse(output.stdout)).diagnostics) {
      const path = `${kind}/${filename.split(sep).join('/')}`;
      found.set(path, [...(found.get(path) ?? []), message]);
    }
  }
});

describe('the linter', () => {
  test('has an expected message for every fixture', () => {
    expect(filesBelow('fail')).toEqual(Object.keys(messages).toSorted());
  });

  test.each(Object.entries(messages))('rejects %s', (file, message) => {
    expect(found.get(`fail/${file}`)).toEqual([expect.stringContaining(message)]);
  });

  test('accepts what each room may import', () => {
    const files = filesBelow('pass');
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter((file) => found.has(`pass/${file}`))).toEqual([]);
  });

  test('has a fixture that fails for every room', () => {
    const withoutFixture = Object.keys(rooms).filter(
      (room) =>
        !Object.values(messages).some((message) => message.startsWith(`${room.replace('*', 'find')} may`)),
    );
    expect(withoutFixture).toEqual([]);
  });
});

function filesBelow(kind: string): string[] {
  return readdirSync(join(import.meta.dirname, 'fixtures', kind), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).split(`${sep}${kind}${sep}`)[1] ?? '')
    .map((path) => path.split(sep).join('/'))
    .toSorted();
}
