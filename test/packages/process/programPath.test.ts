// Where programs are looked for: in the folders of PATH, never in the current one.
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findProgram, type ProgramLookup } from '../../../packages/process/programPath.ts';
import { temporaryFolder } from '../../support/agentHarness.ts';

const repository = 'C:\\code\\repository';

/** Looks a command up on a Windows that has these files, from a repository. */
function onWindows(
  files: readonly string[],
  env: ProgramLookup['env'] = { Path: 'C:\\Program Files\\Git\\cmd;C:\\nodejs' },
): (command: string) => string | undefined {
  const present = new Set(files.map((file) => file.toLowerCase()));
  const isProgram = (path: string): boolean => present.has(path.toLowerCase());
  return (command) => findProgram(command, { env, cwd: repository, platform: 'win32', isProgram });
}

describe('On Windows', () => {
  it.each(['git', 'git.exe', 'npx', 'npx.cmd'])('%s at the top of a repository is not found', (command) => {
    const top = ['git', 'git.exe', 'git.com', 'npx', 'npx.cmd', 'npx.bat'];
    expect(onWindows(top.map((file) => `${repository}\\${file}`))(command)).toBeUndefined();
  });

  it('a program on the PATH is found though the repository has one of its name', () => {
    const find = onWindows([`${repository}\\git.exe`, 'C:\\Program Files\\Git\\cmd\\git.exe']);
    expect(find('git')).toBe('C:\\Program Files\\Git\\cmd\\git.EXE');
    expect(find('git.exe')).toBe('C:\\Program Files\\Git\\cmd\\git.exe');
  });

  it.each(['', '.', '.\\', '..', 'tools', 'C:', 'C:tools', '\\tools', '/tools', '%CD%', '""', '"."'])(
    'the entry “%s” of PATH is skipped',
    (entry) => {
      const seen: string[] = [];
      findProgram('git', {
        env: { PATH: `${entry};C:\\bin` },
        cwd: repository,
        platform: 'win32',
        isProgram: (path) => {
          seen.push(path);
          return false;
        },
      });
      expect(seen.filter((path) => !path.startsWith('C:\\bin\\'))).toEqual([]);
      expect(seen).not.toEqual([]);
    },
  );

  it('PATHEXT says which extensions are tried, and in which order', () => {
    const files = ['C:\\bin\\tool.exe', 'C:\\bin\\tool.cmd', 'C:\\bin\\tool.py'];
    const find = (pathExtensions?: string): string | undefined =>
      onWindows(files, { PATH: 'C:\\bin', ...(pathExtensions && { PathExt: pathExtensions }) })('tool');
    expect(find()).toBe('C:\\bin\\tool.EXE');
    expect(find('.CMD;.EXE')).toBe('C:\\bin\\tool.CMD');
    expect(find('.py')).toBe('C:\\bin\\tool.py');
    expect(find('.VBS')).toBeUndefined();
  });

  it('an extension cannot lead to another folder', () => {
    const find = onWindows([`${repository}\\evil.exe`], {
      PATH: 'C:\\bin',
      PATHEXT: '\\..\\..\\code\\repository\\evil.exe;.EXE',
    });
    expect(find('tool')).toBeUndefined();
  });

  it('a script without an extension is used where nothing else has the name', () => {
    expect(onWindows(['C:\\nodejs\\tool'])('tool')).toBe('C:\\nodejs\\tool');
    expect(onWindows(['C:\\Program Files\\Git\\cmd\\tool', 'C:\\nodejs\\tool.cmd'])('tool')).toBe(
      'C:\\nodejs\\tool.CMD',
    );
  });

  it('quotes around an entry of PATH do not count', () => {
    expect(onWindows(['C:\\my tools\\git.exe'], { PATH: '"C:\\my tools"' })('git')).toBe(
      'C:\\my tools\\git.EXE',
    );
  });

  it('of several spellings of PATH, the one counts that the process is given', () => {
    expect(onWindows(['C:\\a\\git.exe', 'C:\\b\\git.exe'], { Path: 'C:\\a', PATH: 'C:\\b' })('git')).toBe(
      'C:\\b\\git.EXE',
    );
  });

  it('a path is the choice of whoever gave it: relative to its folder, or absolute', () => {
    const find = onWindows([
      `${repository}\\bin\\agent.cmd`,
      `${repository}\\agent.exe`,
      '\\\\server\\share\\x.exe',
    ]);
    expect(find('.\\bin\\agent')).toBe(`${repository}\\bin\\agent.CMD`);
    expect(find('bin/agent.cmd')).toBe(`${repository}\\bin\\agent.cmd`);
    expect(find('./agent')).toBe(`${repository}\\agent.EXE`);
    expect(find(`${repository}\\agent.exe`)).toBe(`${repository}\\agent.exe`);
    expect(find('\\\\server\\share\\x.exe')).toBe('\\\\server\\share\\x.exe');
    expect(find('C:agent.exe')).toBeUndefined();
  });

  it('a folder of the repository that PATH names is the choice of the user', () => {
    expect(onWindows([`${repository}\\bin\\git.exe`], { PATH: `${repository}\\bin` })('git')).toBe(
      `${repository}\\bin\\git.EXE`,
    );
  });

  it('without a folder, a relative path is not found', () => {
    expect(
      findProgram('.\\git.exe', { env: { PATH: '' }, platform: 'win32', isProgram: () => true }),
    ).toBeUndefined();
  });
});

describe('Elsewhere', () => {
  function program(path: string): string {
    writeFileSync(path, '#!/bin/sh\n');
    chmodSync(path, 0o755);
    return path;
  }

  it('empty and relative entries of PATH are skipped', () => {
    const cwd = temporaryFolder();
    const bin = temporaryFolder();
    mkdirSync(join(cwd, 'bin'));
    program(join(cwd, 'tool'));
    program(join(cwd, 'bin', 'tool'));
    const find = (path: string): string | undefined => findProgram('tool', { env: { PATH: path }, cwd });
    for (const path of ['', ':', '.', './', 'bin', './bin', '../', '~/bin']) {
      expect(find(path)).toBeUndefined();
      expect(find(`${path}:${bin}`)).toBeUndefined();
    }
    program(join(bin, 'tool'));
    expect(find(`.::bin:${bin}`)).toBe(join(bin, 'tool'));
  });

  it('files that cannot be run, and folders, are passed over', () => {
    const [first, second, third] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
    writeFileSync(join(first, 'tool'), '');
    mkdirSync(join(second, 'tool'));
    const found = program(join(third, 'tool'));
    expect(findProgram('tool', { env: { PATH: [first, second, third].join(':') } })).toBe(found);
  });

  it('a backslash is a character of a name', () => {
    const bin = temporaryFolder();
    const found = program(join(bin, 'a\\b'));
    expect(findProgram('a\\b', { env: { PATH: bin } })).toBe(found);
  });

  it('without a PATH the folders of the system count', () => {
    expect(findProgram('sh', { env: {} })).toMatch(/^(\/usr)?\/bin\/sh$/);
  });
});
