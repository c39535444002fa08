// What the tables say of tsc, prettier, vitest and npm, tried with the programs themselves: what a rule covers writes
// nothing and runs nothing, and what loads code or writes elsewhere is not covered, or in a file that is protected.
import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { areAllAllowed } from '../../../../../src/core/permissions/policy/commands/matchCommand.ts';
import { parseCommandLine } from '../../../../../src/core/permissions/policy/commands/parseCommandLine.ts';
import { PACKAGE_PROGRAMS } from '../../../../../src/core/permissions/policy/commands/programs/packagePrograms.ts';
import type { PathScope } from '../../../../../src/core/permissions/policy/matchPath.ts';
import { protectionOf } from '../../../../../src/core/permissions/policy/protectedFiles.ts';

const modules = join(import.meta.dirname, '../../../../../node_modules');

/** The code that must not run, in each of the ways in which a program loads it. */
const EVIL =
  "import { writeFileSync } from 'node:fs';\nwriteFileSync('../outside/ran', '');\nexport default {};\n";

/** What an agent may write without being asked: none of these names is protected. */
const AGENT_FILES = {
  'lib/evil.mjs': EVIL,
  'lib/evil.sh': '#!/bin/sh\n: > ../outside/ran\n',
  'lib/tasks.json': '{"version":"2.0.0"}\n',
  'lib/one.json': JSON.stringify({
    compilerOptions: {
      outDir: '../../outside',
      resolveJsonModule: true,
      types: [],
      module: 'nodenext',
      rootDir: '.',
    },
    files: ['a.ts', 'tasks.json'],
  }),
  'lib/info.json': JSON.stringify({
    compilerOptions: { incremental: true, tsBuildInfoFile: '../../outside/bashrc', types: [], noEmit: true },
    files: ['a.ts'],
  }),
  'lib/words.txt': '--outDir ../outside\n',
  'lib/a.ts': 'export const a = 1;\n',
  'lib/prettier.json': JSON.stringify({ plugins: ['./evil.mjs'] }),
  'a.test.ts': "import { test } from 'vitest';\ntest('nothing', () => undefined);\n",
  'pkg/.keep': '',
};

let root = '';
let workspace = '';

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'parley-programs-')));
  workspace = join(root, 'workspace');
  mkdirSync(join(root, 'outside'));
  write('package.json', JSON.stringify({ type: 'module', scripts: { test: 'node -e 0' } }));
  write(
    'tsconfig.json',
    JSON.stringify({
      compilerOptions: { types: [], outDir: 'out', module: 'nodenext', rootDir: '.' },
      files: ['lib/a.ts'],
    }),
  );
  for (const [name, text] of Object.entries(AGENT_FILES)) write(name, text);
  symlinkSync(modules, join(workspace, 'node_modules'), 'junction');
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

function write(name: string, text: string): void {
  const file = join(workspace, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text, { mode: 0o755 });
}

function scope(): PathScope {
  return { cwd: workspace, home: '/home/me', family: 'posix', realPath: (path) => path, exists: () => false };
}

function isCovered(line: string, rule: string): boolean {
  const where = {
    scope: scope(),
    isProtected: (path: string) => protectionOf(path, scope()) !== undefined,
  };
  return areAllAllowed([parseCommandLine(line)], [rule], where);
}

/** All files but those of packages, with their contents. */
function files(folder = root): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) for (const [file, text] of files(path)) found.set(file, text);
    else if (entry.isFile()) found.set(path, readFileSync(path, 'utf8'));
  }
  return found;
}

/** Runs a line as a shell does; whether the program ended without an error. */
function run(line: string): boolean {
  const path = `${join(modules, '.bin')}${delimiter}${process.env['PATH'] ?? ''}`;
  const env = { ...process.env, PATH: path, VITEST: undefined };
  return spawnSync('/bin/sh', ['-c', line], { cwd: workspace, stdio: 'ignore', env }).status === 0;
}

/** Values by the option, else by their kind. */
const samples: Readonly<Record<string, string>> = {
  '--module': 'nodenext',
  '--moduleResolution': 'nodenext',
  '--jsx': 'preserve',
  '--log-level': 'warn',
  word: 'es2022',
  text: 'a',
  number: '1',
  protected: 'tsconfig.json',
};

/** The options of a table by their longest names, each with a value that it may have. */
function optionsOf(program: string): readonly string[] {
  return (PACKAGE_PROGRAMS[program]?.options ?? '').split(/\s+/).map((entry) => {
    const [, names = '', mark, kind = ''] = /^([^:?]*)(?:(:\??|\?)(.*))?$/.exec(entry) ?? [];
    const name = names.split(',').find((each) => each.startsWith('--')) ?? names;
    if (mark === undefined) return name;
    return `${name}${mark === '?' ? '=' : ' '}${samples[name] ?? samples[kind] ?? kind.split('|')[0] ?? ''}`;
  });
}

// The lines are for shells of POSIX.
describe.skipIf(process.platform === 'win32')(
  'what a rule covers writes nothing, whatever the options of the table:',
  () => {
    test.each([
      // Some only show something, and watching never ends.
      ['tsc --noEmit', 'tsc', '', /^--(?:noEmit|watch|version|help|all|showConfig|listFilesOnly)(?: |$)/],
      ['prettier --check', 'prettier', 'lib/a.ts', /^--(?:check|list-different|config|version|help)(?: |$)/],
    ])('%s', (rule, program, operand, others) => {
      for (const option of optionsOf(program)) {
        const line = `${rule} ${operand} ${rule.endsWith(option) ? '' : option}`
          .replaceAll(/ +/g, ' ')
          .trim();
        expect(isCovered(line, rule), line).toBe(true);
      }
      const options = optionsOf(program).filter((option) => !others.test(option));
      const before = files();
      // It knows them all: a program that refuses its options shows nothing.
      expect(run(`${rule} ${operand} ${options.join(' ')}`)).toBe(true);
      expect(files()).toEqual(before);
    });
  },
);

describe.skipIf(process.platform === 'win32')('what writes elsewhere or runs code', () => {
  test.each([
    ['tsc --noEmit', 'tsc --noEmit false -p lib/one.json'],
    ['tsc --noEmit', 'tsc --noEmit --noEmit false -p lib/one.json'],
    ['tsc --noEmit', 'tsc --noEmit --project lib/info.json'],
    ['tsc --noEmit', 'tsc --noEmit --incremental --tsBuildInfoFile ../outside/bashrc'],
    ['tsc', 'tsc -b lib/one.json'],
    ['tsc', 'tsc --build lib/info.json'],
    ['tsc', 'tsc @lib/words.txt'],
    ['tsc', 'tsc --outdir ../outside'],
    ['tsc', 'tsc --declaration --declarationDir ../outside'],
    ['prettier --check', 'prettier --check lib/a.ts --plugin ./lib/evil.mjs'],
    ['prettier --check', 'prettier --check lib/a.ts --config=lib/prettier.json'],
    ['vitest run', 'vitest run --reporter=./lib/evil.mjs'],
    ['vitest run', 'vitest run --config lib/evil.mjs'],
    ['npm test', 'npm test --script-shell=./lib/evil.sh'],
    ['npm test', 'npm test --node-options=--import=./lib/evil.mjs'],
  ])('is not covered by %j: %s', (rule, line) => {
    const before = files();
    run(line);
    // The program does what it is said to do: else the row shows nothing.
    expect(files()).not.toEqual(before);
    expect(isCovered(line, rule)).toBe(false);
  });

  const plugin = (name: string): string =>
    /\.(?:js|mjs|cjs|ts|mts|cts)$/.test(name)
      ? EVIL
      : name.endsWith('.toml')
        ? 'plugins = ["./lib/evil.mjs"]\n'
        : /yaml|yml/.test(name) && name.startsWith('package')
          ? 'prettier:\n  plugins: ["./lib/evil.mjs"]\n'
          : name === 'package.json'
            ? JSON.stringify({ type: 'module', prettier: { plugins: ['./lib/evil.mjs'] } })
            : JSON.stringify({ plugins: ['./lib/evil.mjs'] });

  test.each([
    ...['', '.json', '.yaml', '.yml', '.json5', '.toml', '.js', '.mjs', '.ts', '.mts'].map(
      (end) => `.prettierrc${end}`,
    ),
    ...['.js', '.mjs', '.ts', '.mts'].map((end) => `prettier.config${end}`),
    'package.json',
    'package.yaml',
  ])('is in a file that is protected: prettier loads code by %s', (name) => {
    write(name, plugin(name));
    const before = files();
    run('prettier --check lib/a.ts');
    expect(files()).not.toEqual(before);
    expect(protectionOf(join(workspace, name), scope())).toBeDefined();
  });

  test.each(['tsconfig.json', 'tsconfig.build.json'])(
    'is in a file that is protected: a check writes by %s',
    (name) => {
      write(name, AGENT_FILES['lib/info.json'].replaceAll('../../', '../').replace('a.ts', 'lib/a.ts'));
      const before = files();
      run(`tsc --noEmit -p ${name}`);
      expect(files()).not.toEqual(before);
      expect(protectionOf(join(workspace, name), scope())).toBeDefined();
    },
  );
});
