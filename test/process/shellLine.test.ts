// Which commands are lines for a shell, and how the shell of each system is given one.
import { describe, expect, test } from 'vitest';
import { shellCommand, shellLineOf } from '../../src/process/shellLine.ts';

const TOOL = 'C:\\Program Files\\My Tool\\tool.exe';

/** On a machine with one program, whose path has blanks. */
function lineOf(
  platform: NodeJS.Platform,
  command: string,
  args: readonly string[] = [],
): string | undefined {
  const [program, folder] = platform === 'win32' ? [TOOL, 'C:\\work'] : ['/opt/my tool', '/work'];
  const env = { PATH: platform === 'win32' ? 'C:\\Windows' : '/usr/bin', PATHEXT: '.EXE' };
  return shellLineOf(
    { command, args, env, cwd: folder },
    { platform, isProgram: (path) => path.toLowerCase() === program.toLowerCase() },
  );
}

describe('a line in the place of a program', () => {
  test.each<[NodeJS.Platform, string]>([
    ['win32', 'dir /b & echo done'],
    ['win32', 'echo %PATH% | findstr x'],
    ['win32', 'type "a b.txt" > out.txt'],
    ['linux', 'echo one && echo two'],
    ['darwin', 'FOO=1 make -j4'],
  ])('is the line itself on %s: %s', (platform, line) => {
    expect(lineOf(platform, line)).toBe(line);
  });

  test('has its arguments behind it, quoted as the shell of the system reads them', () => {
    const windows = lineOf('win32', 'echo a & echo', ['b c', '/x', 'say "hi"']);
    expect(windows).toBe('echo a & echo "b c" /x "say ""hi"""');
    expect(lineOf('linux', 'echo a; echo', ['b c', '-x', "it's"])).toBe(`echo a; echo 'b c' -x 'it'\\''s'`);
  });
});

test('a program whose path has blanks is a program', () => {
  expect(lineOf('win32', TOOL)).toBeUndefined();
  expect(lineOf('win32', 'C:\\Program Files\\My Tool\\tool', ['--version'])).toBeUndefined();
  expect(lineOf('linux', '/opt/my tool')).toBeUndefined();
});

test.each<[NodeJS.Platform, string, readonly string[], string]>([
  ['linux', ':', [], ':'],
  ['linux', 'umask', [], 'umask'],
  ['darwin', 'export', ['A=b c'], "export 'A=b c'"],
  ['linux', 'source', ['my env.sh'], "source 'my env.sh'"],
  ['win32', 'DIR', ['/b'], 'DIR /b'],
])('what a shell has built in is a line on %s: %s', (platform, command, args, line) => {
  expect(lineOf(platform, command, args)).toBe(line);
});

test('what a shell has built in is a program where there is one of that name', () => {
  const program = { command: 'umask', args: [], env: { PATH: '/usr/bin' }, cwd: '/work' };
  expect(shellLineOf(program, { platform: 'darwin', isProgram: (path) => path === '/usr/bin/umask' })).toBe(
    undefined,
  );
});

test('a single word is no line: a shell would not find it either', () => {
  expect(lineOf('win32', 'no-such-program')).toBeUndefined();
  expect(lineOf('linux', './no-such-program')).toBeUndefined();
  // What one shell has built in, another one has not.
  expect(lineOf('linux', 'dir')).toBeUndefined();
  expect(lineOf('win32', 'umask')).toBeUndefined();
});

test('the shell of Windows is given the line as it is, the others as one argument', () => {
  expect(shellCommand('dir "a b" & echo done', 'win32')).toEqual({
    command: 'cmd.exe',
    args: ['/d', '/s', '/c', '"dir "a b" & echo done"'],
    isVerbatim: true,
  });
  const args = ['-c', 'echo "a b"; ls'];
  for (const bash of ['/bin/bash', '/run/current-system/sw/bin/bash']) {
    expect(shellCommand('echo "a b"; ls', 'darwin', (path) => path === bash)).toEqual({
      command: bash,
      args,
    });
  }
  expect(shellCommand('echo "a b"; ls', 'linux', () => false)).toEqual({ command: '/bin/sh', args });
});
