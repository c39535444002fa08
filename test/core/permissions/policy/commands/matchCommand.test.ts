// Command lines taken apart, and rules that name commands: word by word, every part of a compound command.
import fc from 'fast-check';
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseCommandLine } from '../../../../../src/core/permissions/policy/commands/parseCommandLine.ts';
import {
  areAllAllowed,
  isAnyRestricted,
} from '../../../../../src/core/permissions/policy/commands/matchCommand.ts';
import { propertyRuns } from '../../../../support/cases/fullRun.ts';
import { startProcessorTimer } from '../../../../support/clock.ts';

const where = {
  scope: {
    cwd: '/work',
    home: '/home/me',
    family: 'posix',
    realPath: (path: string) => posix.normalize(path),
  },
  isProtected: (path: string) => /package\.json|\.git\/|AGENTS/.test(path),
} as const;

function allowed(line: string, ...prefixes: readonly string[]): boolean {
  return areAllAllowed([parseCommandLine(line)], prefixes, where);
}

function heldBack(line: string, ...prefixes: readonly string[]): string {
  return isAnyRestricted([parseCommandLine(line)], prefixes, 'posix');
}

describe('a command line', () => {
  test.each([
    ['git status', [['git', 'status']]],
    ['  git   status\t-s ', [['git', 'status', '-s']]],
    ['a && b; c | d || e & f', [['a'], ['b'], ['c'], ['d'], ['e'], ['f']]],
    ['a\nb', [['a'], ['b']]],
    ['a \\\n b', [['a', 'b']]],
    ['echo \'a && b\' "c; d"', [['echo', 'a && b', 'c; d']]],
    ['gi"t" st\'at\'us', [['git', 'status']]],
    ['echo a\\;b', [['echo', 'a;b']]],
    ['echo "a\\"b\\$c\\d"', [['echo', 'a"b$c\\d']]],
    [
      'npm test 2>&1 | tail -5',
      [
        ['npm', 'test'],
        ['tail', '-5'],
      ],
    ],
    ['make >/dev/null 2>/dev/null', [['make']]],
    ["echo ''", [['echo', '']]],
    ['ls *.ts "$HOME" ~', [['ls', undefined, undefined, undefined]]],
    [
      'echo $(cat a)',
      [
        ['cat', 'a'],
        ['echo', undefined],
      ],
    ],
    [
      'echo "x `cat a`"',
      [
        ['cat', 'a'],
        ['echo', undefined],
      ],
    ],
  ])('%j is plain', (line, commands) => {
    const parsed = parseCommandLine(line);
    expect(parsed.commands.map((words) => [...words])).toEqual(commands);
    expect(parsed.isPlain).toBe(true);
  });

  test.each([
    ['a "$B" $C "$@" "$(d)" "$E"f "$G"* ~', [1, 4, 5]],
    ['a "b"$C', []],
    ['a "$B"; c', [1]],
  ])('%j says which words are one each', (line, places) => {
    const command = parseCommandLine(line).commands.find(([program]) => program === 'a');
    expect([...(command?.singleWords ?? [])]).toEqual(places);
  });

  test.each([
    '',
    '   ',
    'echo a > file',
    'echo a>>file',
    'cat > file < other',
    'cat <<EOF\nrm\nEOF',
    'echo a &> file',
    'echo a >& file',
    'A=1 git status',
    'PATH=/tmp:$PATH git status',
    'A[0]=1 git status',
    'if true; then git status; fi',
    'for i in 1 2; do git status; done',
    '{ git status; }',
    '! git status',
    '(git status)',
    'git() { rm -rf /; }; git status',
    'diff <(git status) b',
    'echo ${A:-$(rm a)}',
    'echo $((1+1))',
    "echo $'a'",
    'echo "unfinished',
    "echo 'unfinished",
    'echo `unfinished',
    'echo $(unfinished',
    'git status # rm',
    'git status\r\nrm a',
    'git \0 status',
    'git status \\',
    'git status >',
    `echo ${'a'.repeat(200_000)}`,
  ])('%j is not plain', (line) => {
    expect(parseCommandLine(line).isPlain).toBe(false);
  });

  test('what the shells of Windows read in their own way is not plain there', () => {
    for (const line of ["echo ' & del a'", 'echo %PATH%', 'echo ^& del', 'echo `& del', '& { del a }']) {
      expect(parseCommandLine(line, 'windows').isPlain).toBe(false);
    }
    expect(parseCommandLine('git status && npm test', 'windows').isPlain).toBe(true);
    expect(parseCommandLine("echo ' & del a'", 'windows').commands).toContainEqual(['del', 'a']);
  });

  test('reading takes time in proportion to the line', () => {
    for (const part of ['$(', '`', '"', "'", '(', '"$(', '${', '<(', '\\', '$(a) ', '"`a`" ']) {
      const usedMs = startProcessorTimer();
      const line = part.repeat(100_000 / part.length);
      isAnyRestricted([parseCommandLine(line), parseCommandLine(`sudo ${line}`)], ['rm'], 'posix');
      expect(usedMs()).toBeLessThan(3_000);
    }
  });

  test('never throws, whatever it is given', () => {
    const character = fc.constantFrom(...Array.from('abc \t\n\r;|&()<>{}[]\'"`$\\#*?~=!2-/'));
    fc.assert(
      fc.property(fc.string({ unit: character, maxLength: 60 }), (line) => {
        const { commands, isPlain } = parseCommandLine(line);
        expect(isPlain && commands.length === 0).toBe(false);
        expect(commands.every((words) => words.length > 0)).toBe(true);
      }),
      propertyRuns(2_000),
    );
  });
});

describe('a rule that allows', () => {
  test('matches words, not letters', () => {
    expect(allowed('git status', 'git')).toBe(true);
    expect(allowed('git status -s', 'git status')).toBe(true);
    expect(allowed('gitk', 'git')).toBe(false);
    expect(allowed('git stash', 'git st')).toBe(false);
    expect(allowed('git', 'git status')).toBe(false);
    expect(allowed('/tmp/git status', 'git')).toBe(false);
    expect(allowed('echo git status', 'git status')).toBe(false);
  });

  test('matches a compound command only if it matches every part', () => {
    expect(allowed('git status && npm test', 'git', 'npm test')).toBe(true);
    for (const joint of [' && ', '; ', ' | ', ' || ', ' & ', '\n', '&&', ';', '|', '|&']) {
      expect(allowed(`git status${joint}rm -rf .`, 'git')).toBe(false);
      expect(allowed(`rm -rf .${joint}git status`, 'git')).toBe(false);
    }
    expect(allowed('git log --format=$(rm a)', 'git')).toBe(false);
    expect(allowed('git log "`rm a`"', 'git')).toBe(false);
    expect(allowed('echo "$(cat a)"', 'echo', 'cat')).toBe(true);
    expect(allowed('git log $(cat a)', 'git', 'cat')).toBe(false);
    expect(allowed('git log > ~/.bashrc', 'git')).toBe(false);
    expect(allowed('GIT_PAGER=evil git log', 'git')).toBe(false);
    expect(allowed('$CMD status', 'git')).toBe(false);
    expect(allowed('git $SUB', 'git status')).toBe(false);
  });

  test('looks into a plain shell, and only into one that is the system’s', () => {
    expect(allowed("bash -lc 'git status && git log'", 'git')).toBe(true);
    expect(allowed("/bin/sh -c 'git status'", 'git')).toBe(true);
    expect(allowed("bash -lc 'git status && rm a'", 'git')).toBe(false);
    expect(allowed("bash -lc 'rm a'", 'bash')).toBe(false);
    expect(allowed("./bash -c 'git status'", 'git')).toBe(false);
    expect(allowed("bash -xc 'git status'", 'git')).toBe(false);
    expect(allowed("bash -c 'git status' rm", 'git')).toBe(false);
    expect(allowed('bash -c "$LINE"', 'git')).toBe(false);
  });

  test('whose words are no simple command matches nothing', () => {
    expect(allowed('git status', 'git && npm')).toBe(false);
    expect(allowed('git status', '$X')).toBe(false);
    expect(areAllAllowed([], ['git'], where)).toBe(false);
  });

  test('of two commands is no wider than its parts', () => {
    const command = fc.constantFrom('git status', 'npm test', 'rm -rf .', 'curl x', 'git push "a b"');
    const joint = fc.constantFrom(' && ', '; ', ' | ', ' || ', '\n', ' & ');
    fc.assert(
      fc.property(fc.array(command, { minLength: 1, maxLength: 5 }), joint, (commands, between) => {
        const prefixes = ['git', 'npm test'];
        const every = commands.every((line) => allowed(line, ...prefixes));
        expect(allowed(commands.join(between), ...prefixes)).toBe(every);
      }),
    );
  });
});

describe('a restrictive rule', () => {
  test.each([
    'rm -rf .',
    'git status && rm a',
    'git status\nrm a',
    'echo $(rm a)',
    'echo "$(rm a)"',
    'echo `rm a`',
    'diff <(rm a) b',
    '(cd b && rm a)',
    'if rm a; then b; fi',
    'A=1 rm a',
    '/bin/rm a',
    '\\rm a',
    'r"m" a',
    "bash -c 'rm a'",
    "bash -lc 'cd b; rm a'",
    'sudo -u root rm a',
    'env A=1 rm a',
    'find . -exec rm {} ;',
    'find . | xargs -n1 rm',
    'sudo bash -c \'sh -c "rm a"\'',
    'eval "rm a"',
    'echo "unfinished; rm a',
    'echo $(unfinished; rm a',
    'echo ${A:-$(rm a)}',
    'RM.EXE a',
    '> /dev/null rm a',
  ])('finds rm in %j', (line) => {
    expect(heldBack(line, 'rm')).toBe('yes');
  });

  test('is unknown where the words stand among arguments or in a text', () => {
    for (const line of ['git rm a', 'echo rm', 'echo "rm -rf ."', 'ls rm', 'git commit -m "rm a"']) {
      expect(heldBack(line, 'rm')).toBe('unknown');
    }
  });

  test('does not find what is only a part of a word', () => {
    for (const line of ['rmdir a', 'git status --no-renames', 'echo alarm', 'ls farm/x']) {
      expect(heldBack(line, 'rm')).toBe('no');
    }
    expect(heldBack('git', 'git push')).toBe('no');
    expect(heldBack('git pull', 'git push')).toBe('no');
  });

  test('is unknown where only the shell knows the words', () => {
    for (const line of ['$CMD a', 'sudo $CMD', 'bash -c "$LINE"', 'echo a > b', '{ echo; }']) {
      expect(heldBack(line, 'rm')).toBe('unknown');
    }
    expect(heldBack('git $SUB', 'git push')).toBe('unknown');
    expect(heldBack('echo $A', 'rm')).toBe('no');
  });

  test('finds a command wherever it stands among others', () => {
    const other = fc.constantFrom<string>(
      'git status',
      "echo 'a b'",
      'ls *',
      'npm test 2>&1',
      'echo "$(date)"',
    );
    const joint = fc.constantFrom(' && ', '; ', ' | ', ' || ', '\n', ' & ');
    fc.assert(
      fc.property(fc.array(other, { maxLength: 4 }), fc.nat(4), joint, (others, where, between) => {
        expect(heldBack(others.toSpliced(where, 0, 'rm -rf .').join(between), 'rm -rf')).toBe('yes');
      }),
    );
  });
});
