// Restrictive rules fail closed: whatever may run a denied command is held, however it is spelled or wrapped.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ShellFamily } from '../../../../../src/core/permissions/policy/commands/commandLine.ts';
import { isAnyRestricted } from '../../../../../src/core/permissions/policy/commands/matchCommand.ts';
import { parseCommandLine } from '../../../../../src/core/permissions/policy/commands/parseCommandLine.ts';
import { judge } from '../../../../../src/core/permissions/policy/permissionPolicy.ts';
import { readRules } from '../../../../../src/core/permissions/policy/permissionRule.ts';
import { factsOf } from '../../../../../src/core/permissions/policy/requestFacts.ts';
import { createToolCall } from '../../../../../src/core/session/toolCall/state.ts';
import { propertyRuns } from '../../../../support/cases/fullRun.ts';
import { startProcessorTimer } from '../../../../support/clock.ts';

const DENIED = ['rm', 'git push', 'npm publish'];

function held(line: string, denied: readonly string[] = DENIED, family: ShellFamily = 'posix'): string {
  return isAnyRestricted([parseCommandLine(line, family)], denied, family);
}

/** Lines that run, or may run, `rm`, `git push` or `npm publish`. */
const spellings: readonly string[] = [
  "sqlite3 a.db '.shell x'",
  "gdb a '!x'",
  "vim a ':!x'",
  "psql a '\\! x'",
  'git -C . push',
  'git -c a=b push',
  'git --no-pager push',
  'git --git-dir=.git push',
  'git --git-dir .git --work-tree . push',
  'git --exec-path=/tmp push',
  'git -p push',
  'git --namespace x push',
  'git --namespace=x push',
  'git --config-env=a=B push',
  'git --config-env a=B push',
  'git -C a -C b -c x=y push origin',
  'git --bare push',
  'git --literal-pathspecs push',
  'git pu',
  'git "push"',
  String.raw`g"i"t pu\sh`,
  '/usr/bin/git push',
  '"/usr/bin/git" push',
  'git.exe push',
  'GIT push',
  'C:/Git/git.exe push',
  String.raw`'C:\Git\git.exe' push`,
  '$G push',
  'git $P',
  'git pu$X',
  String.raw`git -c alias.z='!git push' z`,
  'git -c alias.z=push z',
  String.raw`git -c alias.z='!rm a' z`,
  'git bisect run git push',
  'git bisect run rm a',
  String.raw`git rebase -x 'rm a' main`,
  String.raw`git rebase --exec 'git push' main`,
  String.raw`git rebase --exec='git push' main`,
  String.raw`git submodule foreach 'git push'`,
  'git submodule foreach rm a',
  String.raw`git -c core.pager='rm a' log`,
  String.raw`git -c core.pager="r''m a" log`,
  String.raw`git -c core.fsmonitor='r\m a' status`,
  '/usr/lib/git-core/git-push',
  'git stash push',
  'echo rm zzz | sh',
  'echo cm0gYQ== | base64 -d | sh',
  'cat x | bash',
  'cat x | bash -s',
  'cat x | bash -',
  'cat x | sudo sh',
  'cat x | python',
  'cat x | python3 -',
  'cat x | node',
  'cat x | perl',
  'cat x | ruby -',
  'cat x | env sh',
  'cat x | docker exec -i c sh',
  'cat x | foo sh',
  'find . | xargs rm',
  'find . | xargs -I{} rm {}',
  'echo push | xargs git',
  'echo rm | xargs -I% % a',
  String.raw`printf 'rm a' | at now`,
  'sh -c "rm a"',
  String.raw`sh -c 'git -C . push'`,
  'sh -c "echo rm zzz | sh"',
  String.raw`sh -c 'r""m a'`,
  String.raw`sh -c 'r$@m a'`,
  String.raw`fish -c 'rm a'`,
  String.raw`ash -c 'rm a'`,
  String.raw`csh -c 'rm a'`,
  String.raw`mksh -c 'rm a'`,
  String.raw`tcsh -c 'rm a'`,
  String.raw`zsh -fc 'rm a'`,
  String.raw`bash --norc -c 'rm a'`,
  String.raw`bash -c -- 'rm a'`,
  String.raw`bash -o errexit -c 'rm a'`,
  String.raw`env -S 'rm a'`,
  String.raw`env -S'rm a'`,
  String.raw`env -iS 'rm a'`,
  String.raw`env --split-string='rm a'`,
  'env A=1 rm a',
  'flock /tmp/l rm a',
  String.raw`flock /tmp/l -c 'rm a'`,
  'taskset 1 rm a',
  'chrt -b 0 rm a',
  'setpriv --no-new-privs rm a',
  'systemd-run --user rm a',
  'runuser -u me -- rm a',
  String.raw`runuser me -c 'rm a'`,
  String.raw`su -c 'rm a'`,
  String.raw`su me -c'rm a'`,
  'pkexec rm a',
  'nsenter -t 1 rm a',
  'unbuffer rm a',
  'npm exec rm a',
  String.raw`npm exec -c 'rm a'`,
  'npm x -- rm a',
  'npx rm a',
  'yarn exec rm a',
  'yarn dlx rm',
  'pnpm exec rm a',
  'pnpm dlx rm',
  'uv run rm a',
  'uv run git push',
  'poetry run rm a',
  'docker run -v .:/a i rm a',
  'docker run --entrypoint rm i a',
  'docker exec c git push',
  'podman run i rm a',
  'kubectl exec p -- rm a',
  String.raw`tmux new-session 'rm a'`,
  String.raw`tmux send-keys 'git push' Enter`,
  'screen -dmS x rm a',
  String.raw`nix-shell --run 'rm a'`,
  String.raw`nix-shell -p git --run 'git push'`,
  'direnv exec . rm a',
  'mise exec -- rm a',
  'mise x -- git push',
  'make -f - SHELL=/bin/rm',
  String.raw`make SHELL='rm a'`,
  String.raw`make --eval 'x:;rm a' x`,
  String.raw`make --eval='x:;@rm a' x`,
  String.raw`make --eval='x:;-rm a' x`,
  String.raw`python -c 'import os; os.system("rm a")'`,
  String.raw`python3 -c 'import os; os.system("r"+"m a")'`,
  String.raw`python3.12 -c 'x'`,
  String.raw`python -ic 'x'`,
  String.raw`node -e 'require("child_process").execSync("rm a")'`,
  'node --eval=x',
  'node -pe x',
  String.raw`perl -e 'system("rm a")'`,
  String.raw`perl -E 'x'`,
  String.raw`ruby -e 'x'`,
  String.raw`php -r 'x'`,
  String.raw`lua -e 'x'`,
  String.raw`awk 'BEGIN{system("r" "m a")}'`,
  String.raw`awk 'BEGIN{print "x" | "s" "h"}'`,
  String.raw`sed '1e rm a' f`,
  String.raw`sed 's/x/r\x6d a/e' f`,
  'find . -exec rm {} +',
  'find . -ok rm {} ;',
  'find . -execdir /bin/rm {} ;',
  'fd -x rm',
  String.raw`tar cf a --checkpoint=1 --checkpoint-action='exec=rm a' b`,
  String.raw`tar -I 'rm a' -tf b`,
  'rg --pre rm x',
  'rg --pre=rm x',
  'sort --compress-program=rm a',
  'sort --compress-prog=rm a',
  String.raw`vim -c '!rm a'`,
  String.raw`vim '+!rm a'`,
  String.raw`less '+!rm a' f`,
  String.raw`man -P 'rm a' ls`,
  'ssh host rm a',
  String.raw`ssh -o 'ProxyCommand=rm a' host`,
  String.raw`ssh host 'git push'`,
  String.raw`gdb -ex 'shell rm a'`,
  String.raw`emacs --batch --eval '(shell-command "rm a")'`,
  'parallel rm ::: a',
  String.raw`parallel ::: 'rm a'`,
  'foo bar rm a',
  String.raw`foo --run='rm a'`,
  String.raw`foo 'r$@m a'`,
  'foo $X a',
  'foo /bin/r? a',
  'alias r=rm; r a',
  'alias g=git && g push',
  'ln -s /bin/rm x && ./x a',
  'ln -s /usr/bin/git g; ./g push',
  'cp "$(which rm)" x',
  'busybox rm a',
  'toybox rm a',
  String.raw`busybox sh -c 'rm a'`,
  'command rm a',
  'exec rm a',
  String.raw`builtin eval 'rm a'`,
  'eval rm a',
  String.raw`trap 'rm a' EXIT`,
  'time rm a',
  'timeout 5 rm a',
  'nice -n 5 rm a',
  'watch rm a',
  String.raw`script -c 'rm a'`,
  String.raw`script -qc'rm a' /dev/null`,
  'strace rm a',
  'start-stop-daemon --start --exec /bin/rm -- a',
  'rm',
  'RM a',
  'Rm.exe a',
  String.raw`r\m a`,
  String.raw`'rm' a`,
  '"r"m a',
  '/bin/rm a',
  '../../bin/rm a',
  '//bin//rm a',
  'cmd /c rm a',
  'cmd /c "rm a"',
  'cmd.exe /c "r^m a"',
  'cmd /s /c "git -C . push"',
  'powershell -Command "rm a"',
  'powershell -EncodedCommand cgBtAA==',
  'powershell -enc cgBtAA==',
  'pwsh -e cgBtAA==',
  'powershell -File x.ps1 -Command "& git push"',
  String.raw`pwsh -c "& ('r'+'m') a"`,
  'wsl rm a',
  'start rm a',
  String.raw`cat <<< 'rm a'`,
  'bash <<EOF',
  'bash <(echo rm a)',
  '{ rm a; }',
  '(rm a)',
  'if true; then rm a; fi',
  'X=rm; $X a',
  'echo $(rm a)',
  'echo `rm a`',
  'diff <(rm a) b',
  'git${IFS}push',
  '{git,push}',
  'git push;',
  'git\tpush',
  '! rm a',
  'rm a &',
  'true|rm a',
  'rm<x',
  String.raw`deno eval 'x'`,
  String.raw`bun -e 'x'`,
  String.raw`osascript -e 'do shell script "rm a"'`,
  String.raw`sqlite3 x '.shell rm a'`,
  String.raw`psql -c '\! rm a'`,
  'xargs -a f rm',
  String.raw`xargs sh -c 'rm "$@"'`,
  'xargs -n1 env',
  String.raw`perl -wle 'x'`,
  'npm --prefix x publish',
  'npm publ',
  'npm --silent publish',
  'npm -w a publish',
  'git \\\n push',
  'echo $(echo rm a) | $SHELL',
];

test.each(spellings)('%j is not let through', (line) => {
  expect(held(line)).not.toBe('no');
});

/** Code on the command line of programs, known or not, and programs that do the same by another name. */
const code: readonly string[] = [
  ...[
    'raku',
    'ocaml',
    'racket',
    'kotlin',
    'qjs',
    'gnuplot',
    'jruby',
    'pry',
    'rake',
    'perl-5.38',
    'ruby-3.3',
    'nobody-knows-it',
  ].map((program) => `${program} -e 'File.delete x'`),
  ...['sbcl', 'mongosh', 'racket', 'octave', 'nobody-knows-it'].map((program) => `${program} --eval 'x'`),
  ...['ipython', 'python-3.12', 'sage', 'nobody-knows-it'].map((program) => `${program} -c x`),
  'swipl -g halt',
  'erl -eval x',
  "crystal eval 'File.delete x'",
  'nim e x',
  'janet -ex',
  'clisp -x x',
  'maxima --batch-string=x',
  'gforth -e x',
  'svn diff --diff-cmd ./x',
  'pandoc -F ./x a.md',
  "socat - EXEC:'x'",
  "bb '(x)'",
  'php8.2 -r x',
  'lua5.4 -e x',
  'node-20 -e x',
  'matlab -r x',
  'nobody-knows-it --pre-command=./x',
  'git send-pack origin',
  'git http-push x',
  'npx rimraf a',
  'unlink a',
  'find . -delete',
  'cargo build --config x',
  'npm publish',
  'tsc --plugins x',
];

test.each(code)('%j may run what a rule denies', (line) => {
  expect(held(line, ['rm', 'git push'])).not.toBe('no');
});

test('there are many spellings', () => {
  expect(new Set(spellings).size).toBeGreaterThan(150);
});

test.each([
  'git -C . push',
  'git -c a=b push origin',
  'git --no-pager push',
  'git --git-dir=.git --work-tree . push',
  'git -p push',
  'g"i"t pu\\sh',
  '/usr/bin/git push',
  'GIT.EXE push',
  'sh -c "git -C . push"',
  'fish -c "rm a"',
  'flock /tmp/l rm a',
  'systemd-run --user rm a',
  'find . -exec rm {} +',
  'npm --silent publish',
])('%j is denied, not only asked about', (line) => {
  expect(held(line)).toBe('yes');
});

test.each([
  'ls -la *.ts',
  'ls $HOME',
  'echo "$HOME"',
  'rmdir a',
  'git status',
  'git pull',
  'git diff HEAD~1',
  'git log --format="%h %s"',
  'git add src/a.ts && git commit -m "Fix it"',
  'npm test',
  'npm install',
  'npm run lint -- --fix',
  'npx vitest run',
  'vitest run src/a.test.ts',
  'node x.js',
  'python -m pytest',
  'cd a && npm run build',
  'cat a | grep b | head',
  "awk '{print $1}' a",
  "grep -E 'a|b$' x",
  "jq '.a[] | {b}' f",
  'find . -name "*.ts"',
  'find . -name a | xargs grep b',
  'sed -n 1,20p a',
  'sort a | uniq -c',
  'make test',
  'cargo build',
  'go test ./...',
  'which node',
  'bash build.sh',
  "sh -c 'npm test'",
  'npx tsc --noEmit',
  'eslint src --max-warnings 0',
  'git clone --depth 1 https://a.b/c',
  'curl -fsSL https://a.b/c',
  'rg -n foo src',
  'cargo test --workspace',
  'cp -r a b',
  'mkdir -p a/b',
  'nobody-knows-it build --verbose -n 3 src/a.ts',
  'terraform plan -out=x',
  'mypy --strict src',
  'kubectl get pods -n a',
])('%j has nothing to do with them', (line) => {
  expect(held(line)).toBe('no');
});

test('a rule may name an option, which may be spelled in other ways or stand in another place', () => {
  expect(held('rm -rf a', ['rm -rf'])).toBe('yes');
  for (const line of ['rm -fr a', 'rm -r -f a', 'rm --recursive --force a']) {
    expect(held(line, ['rm -rf'])).toBe('unknown');
  }
  expect(held('rm a', ['rm -rf'])).not.toBe('yes');
  expect(held('git push origin --force', ['git push --force'])).toBe('yes');
  expect(held('git -C . push -f', ['git push --force'])).toBe('unknown');
});

describe('on Windows', () => {
  test.each([
    'cmd /c rm a',
    'cmd.exe /c "git push"',
    'CMD /C git push',
    'cmd /c "r^m a"',
    'cmd /v:on /c "!x! a"',
    'cmd /c "%X% a"',
    'g^it pu^sh',
    'C:\\Git\\bin\\GIT.EXE push',
    '"C:\\Program Files\\Git\\git.exe" push',
    'powershell -Command "git push"',
    'powershell -NoProfile -c "& git push"',
    'powershell -EncodedCommand cgBtAA==',
    'powershell -enc cgBtAA==',
    'powershell -e cgBtAA==',
    'PowerShell.exe -ENCODED cgBtAA==',
    'powershell /EncodedCommand cgBtAA==',
    "powershell \"& ('r'+'m') a\"",
    "pwsh -c \"& ('r'+'m') a\"",
    'pwsh -',
    'type x | powershell -',
    'echo x | cmd',
    'start /b git push',
    '& git push',
    'iex "git push"',
    'for %i in (a) do rm %i',
    'wsl rm a',
    'bash -c "rm a"',
    'git.cmd push',
  ])('%j is held', (line) => {
    expect(held(line, DENIED, 'windows')).not.toBe('no');
  });

  test('an ordinary line is not', () => {
    expect(held('git status && npm test', DENIED, 'windows')).toBe('no');
    expect(held('cmd /c dir', DENIED, 'windows')).toBe('no');
  });
});

describe('whatever wraps a denied command', () => {
  const core = fc.constantFrom('rm -rf a', 'git push', 'git push origin main');
  /** The command with quotes or a backslash inside one of its words, or with a path before it. */
  const spelled = fc
    .tuple(core, fc.constantFrom('plain', 'quotes', 'single', 'backslash', 'path'))
    .map(([line, how]) => {
      const program = line.slice(0, line.indexOf(' '));
      const rest = line.slice(program.length);
      const head = program.slice(0, 1);
      const tail = program.slice(1);
      const spelling = {
        plain: program,
        quotes: `${head}"${tail}"`,
        single: `${head}''${tail}`,
        backslash: `${head}\\${tail}`,
        path: `/usr/bin/${program}`,
      }[how];
      return spelling + rest;
    });
  const quoted = (line: string): string => `'${line.replaceAll("'", "'\\''")}'`;
  const wrapper = fc.constantFrom<(line: string) => string>(
    (line) => `sudo ${line}`,
    (line) => `env A=1 ${line}`,
    (line) => `timeout -k 1 5 ${line}`,
    (line) => `some-wrapper --flag ${line}`,
    (line) => `docker run --rm image ${line}`,
    (line) => `npm exec -- ${line}`,
    (line) => `ls && ${line}`,
    (line) => `${line}; ls`,
    (line) => `echo a | ${line}`,
    (line) => `sh -c ${quoted(line)}`,
    (line) => `bash -lc ${quoted(line)}`,
    (line) => `ksh -c ${quoted(line)}`,
    (line) => `some-wrapper -c ${quoted(line)}`,
    (line) => `some-wrapper --run=${quoted(line)}`,
    (line) => `git rebase -x ${quoted(line)} main`,
    (line) => `echo ${quoted(line)} | sh`,
    (line) => `printf %s ${quoted(line)} | some-wrapper bash`,
    (line) => `echo $(${line})`,
    (line) => `python3 -c ${quoted(line)}`,
    (line) => `xargs ${line}`,
    (line) => `( ${line} )`,
    (line) => `A=1 ${line}`,
  );

  test('it is never allowed', () => {
    const rules = readRules('user', [{ action: 'deny', command: ['rm', 'git push'] }, { action: 'allow' }]);
    fc.assert(
      fc.property(spelled, fc.array(wrapper, { maxLength: 4 }), (line, wrappers) => {
        const command = wrappers.reduce((inner, wrap) => wrap(inner), line);
        const call = createToolCall({ toolCallId: 't', kind: 'execute', rawInput: { command } });
        const scope = { cwd: '/work', home: '/', family: 'posix', realPath: (path: string) => path } as const;
        const request = { facts: factsOf('A', call, 'posix'), scope };
        const verdict = judge({ userRules: rules, workspaceRules: [], isReadOnly: false }, request);
        expect([command, verdict.action]).not.toEqual([command, 'allow']);
      }),
      propertyRuns(2_000),
    );
  });
});

describe('a hostile size', () => {
  const rules = readRules('user', [
    ...Array.from({ length: 5_000 }, (_, index) => ({ action: 'deny', command: ['git push', `rm${index}`] })),
    ...Array.from({ length: 4_999 }, (_, index) => ({ action: 'allow', command: `git status ${index}` })),
    { action: 'allow' },
  ]);
  const scope = { cwd: '/work', home: '/', family: 'posix', realPath: (path: string) => path } as const;

  test.each<[string, string]>([
    ['a short line', 'git status'],
    ['200 kB of one word', 'a'.repeat(200_000)],
    ['200 kB of words', 'git '.repeat(50_000)],
    ['many commands', 'git status;'.repeat(9_000)],
    ['many different commands', Array.from({ length: 8_000 }, (_, index) => `git ${index}`).join(';')],
    ['many unknown words', 'sudo $X '.repeat(12_000)],
    ['many runners', 'sudo '.repeat(20_000)],
    ['many runners of lines', 'sh -c '.repeat(16_000)],
    ['many backslashes', `sudo ${'\\'.repeat(99_000)}`],
    ['many brackets', '$('.repeat(50_000)],
    ['many quotes', `sh -c ${'"\'"'.repeat(30_000)}`],
    [
      '1,000 nested quotes',
      Array.from({ length: 1_000 }).reduce<string>(
        (line) => `sh -c ${JSON.stringify(line).slice(0, 50_000)}`,
        'ls',
      ),
    ],
    ['many line breaks', `sqlite3 x '${'\n'.repeat(90_000)}'`],
    ['many options', `sort ${'-abcdefg '.repeat(11_000)}`],
    ['a long script of sed', `sed '${'s/a/b/;'.repeat(14_000)}'`],
  ])('takes a bounded time for 10,000 rules: %s', (_name, command) => {
    const call = createToolCall({ toolCallId: 't', kind: 'execute', rawInput: { command } });
    const usedMs = startProcessorTimer();
    const request = { facts: factsOf('A', call, 'posix'), scope };
    judge({ userRules: rules, workspaceRules: rules, isReadOnly: false }, request);
    expect(usedMs()).toBeLessThan(5_000);
  });
});
