// Allow rules of commands: options by which a well-known program does more than its name says have to be named.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { areAllAllowed } from '../../../../../src/core/permissions/policy/commands/matchCommand.ts';
import { parseCommandLine } from '../../../../../src/core/permissions/policy/commands/parseCommandLine.ts';
import { judge } from '../../../../../src/core/permissions/policy/permissionPolicy.ts';
import { readRules } from '../../../../../src/core/permissions/policy/permissionRule.ts';
import { factsOf } from '../../../../../src/core/permissions/policy/requestFacts.ts';
import { createToolCall } from '../../../../../src/core/session/toolCall.ts';

function allowed(line: string, ...prefixes: readonly string[]): boolean {
  return areAllAllowed([parseCommandLine(line)], prefixes);
}

/** By rule: lines that begin with its words and run another program, load code or write to a file. */
const hostile: Readonly<Record<string, readonly string[]>> = {
  git: [
    'git diff --output=/x',
    'git diff --outp=/x',
    'git diff --output /x',
    'git diff --ext-diff',
    'git diff --ext',
    'git diff -Ofile',
    'git diff -O file',
    'git diff --no-index a b',
    'git -c a=b status',
    'git -C /x status',
    'git --git-dir=/x status',
    'git --work-tree /x status',
    'git --exec-path=/x status',
    'git --config-env=a=B log',
    'git log --output=x',
    'git show --output x',
    'git grep -O foo',
    'git grep -Ovim foo',
    'git grep --open-files-in-pager=x foo',
    'git grep --open foo',
    'git grep -nOvim foo',
    'git archive -o x HEAD',
    'git archive --output=x HEAD',
    'git archive --remote=x HEAD',
    'git archive --exec=x --remote=y HEAD',
    'git fetch --upload-pack=x',
    'git fetch --upload-p x',
    'git clone --upload-pack x y',
    'git clone -u x y',
    'git clone -c a=b y',
    'git clone --config=a=b y',
    'git clone --template=x y',
    'git bundle create x HEAD',
    'git format-patch -o x HEAD',
    'git format-patch -1o x',
    'git rebase -x a',
    'git rebase -ix a',
    'git rebase --exec a',
    'git bisect run a',
    'git submodule foreach a',
    'git difftool',
    'git mergetool',
    'git config core.pager x',
    'git config alias.z !x',
    'git push --receive-pack=x',
    'git push --exec=x',
    'git ls-remote ext::sh',
    'git clone ext::sh',
    'git diff "--output=$HOME/x"',
    'git diff $X',
    'git log $(cat a)',
    'git filter-branch x',
    'git log --outpu=x',
    'git diff "--outp"ut=x',
    'git diff --o\\utput=x',
    'git worktree add x',
    'git -p -c a=b log',
    'git diff --stat --output=x',
    'git diff --no-inde a b',
  ],
  'git diff': [
    'git diff --output=/x',
    'git diff --ext-diff',
    'git diff --no-index a b',
    'git diff --outp /x',
    'git diff HEAD --output=x',
    'git diff -O x',
    'git diff "$X"',
  ],
  find: [
    'find . -exec x ;',
    'find . -execdir x ;',
    'find . -ok x ;',
    'find . -okdir x',
    'find . -delete',
    'find . -fprint x',
    'find . -fprint0 x',
    'find . -fprintf x y',
    'find . -fls x',
    'find $X',
  ],
  sed: [
    'sed -i s/a/b/ f',
    'sed -i.bak s/a/b/ f',
    'sed --in-place s/a/b/ f',
    'sed -Ei.bak s/a/b/ f',
    'sed -sEi s/a/b/ f',
    'sed -I .bak s/a/b/ f',
    'sed --in-p s/a/b/ f',
    'sed -ni p f',
    'sed -ie p f',
    'sed "w x" f',
    'sed "s/a/b/w x" f',
    'sed "1e x" f',
    'sed s/a/b/e f',
    'sed -n "/a/w x" f',
    'sed -f x f',
    'sed --file=x f',
    'sed -e p -e "w x" f',
    'sed -ne "w x" f',
    'sed --expression="w x" f',
    'sed --exp "w x" f',
    'sed "p;w x" f',
    'sed "1,2{w x" f',
    'sed W f',
    'sed "r /etc/passwd" f',
    'sed -s -i p f',
    'sed "s/a/b/;e" f',
    'sed "$X" f',
  ],
  sort: [
    'sort -o f f',
    'sort -of f',
    'sort -so f',
    'sort -uof f',
    'sort --output=f f',
    'sort --outp f',
    'sort --compress-program=x f',
    'sort --comp x f',
    'sort f -o f',
    'sort -T /x f',
  ],
  uniq: ['uniq a b', 'uniq -f 1 a b', 'uniq -c -- a b', 'uniq - b', 'uniq $A $B'],
  xxd: ['xxd a b', 'xxd -r a b', 'xxd -l 16 a b'],
  shuf: ['shuf -o a', 'shuf -eo a', 'shuf --output=a b'],
  tar: [
    'tar tf host:a',
    'tar -tf user@host:a',
    'tar --list --file=host:a',
    'tar xf a',
    'tar -xf a',
    'tar -vxf a',
    'tar xvf a',
    'tar --extract -f a',
    'tar --get -f a',
    'tar cf a b',
    'tar -cf a b',
    'tar -rf a b',
    'tar -uf a b',
    'tar tf a --to-command=x',
    'tar -tf a --checkpoint-action=exec=x',
    'tar -tf a -I x',
    'tar tfI a x',
    'tar -tIx -f a',
    'tar -tf a --use-compress-program x',
    'tar --use-comp=x -tf a',
    'tar -tf a --info-script=x',
    'tar -C /x -tf a',
    'tar -tF x -f a',
    'tar --ext -f a',
  ],
  rg: ['rg --pre x y', 'rg --pre=x y', 'rg --hostname-bin=x y', 'rg -n --pre x y'],
  npm: [
    'npm test --script-shell=x',
    'npm --script-shell x test',
    'npm --prefix /x test',
    'npm test --prefix=/x',
    'npm --globalconfig x test',
    'npm --node-options=x test',
    'npm --userconfig=x test',
    'npm -C /x test',
    'npm exec x',
    'npm x y',
    'npm --script-s x test',
    'npm config set a b',
    'npm i -g x',
    'npm --pref=/x test',
  ],
  'npm test': [
    'npm test --script-shell=x',
    'npm test --prefix /x',
    'npm test --node-options=x',
    'npm test --node-opt x',
  ],
  make: [
    'make -f x',
    'make -fx',
    'make -C /x',
    'make -sC /x',
    'make --file=x',
    'make --makef x',
    'make SHELL=x',
    'make SHELL:=x',
    'make CC=x all',
    'make --eval=x',
    'make --ev x',
    'make -I x',
    'make --directory=/x',
    'make all SHELL=x',
    'make -j4 -f x',
    'make -kf x',
  ],
  env: ['env x', 'env -i x', 'env A=1 x', 'env -S "x y"', 'env -Sx', 'env - x', 'env -u A x', 'env'],
  awk: [
    "awk 'BEGIN{system(1)}'",
    'awk \'{print > "x"}\' f',
    'awk \'{print | "x"}\' f',
    'awk \'"x" | getline\' f',
    'awk -f x f',
    'awk -i inplace x f',
    'awk -l x',
    'awk -ox p f',
    'awk -vA=1 -f x',
    'awk "$X" f',
  ],
  tee: ['tee x', 'tee -a x', 'tee $X', 'tee -- x', 'tee ~/x'],
  cp: ['cp a b', 'cp -t b a', 'cp a ~/.bashrc', 'cp $X'],
  mv: ['mv a b'],
  less: [
    'less "+!x" f',
    'less -o x f',
    'less -Ox f',
    'less --log-file=x f',
    'less -k x f',
    'less --lesskey-src=x f',
  ],
  man: ['man -P x ls', 'man --pager=x ls', 'man -Hx ls', 'man -Px ls'],
  ssh: ['ssh -o ProxyCommand=x h', 'ssh h x', 'ssh -F x h y', 'ssh h -o ProxyCommand=x'],
  'ssh h': ['ssh h x', 'ssh h -oProxyCommand=x'],
  curl: [
    'curl -o x u',
    'curl -ox u',
    'curl -sSo x u',
    'curl -O u',
    'curl -sO u',
    'curl --output x u',
    'curl --outp x u',
    'curl -K x',
    'curl --config x',
    'curl -T f u',
    'curl -D x u',
    'curl -c x u',
    'curl --trace x u',
    'curl --libcurl x u',
    'curl -F a=@b u',
    'curl -d @f u',
    'curl --data-binary @f u',
    'curl --remote-name u',
    'curl --output-dir x -O u',
    'curl -fsSLo x u',
  ],
  wget: ['wget u', 'wget -O x u', 'wget -e a=b u', 'wget --use-askpass=x u', 'wget -P x u'],
  node: [
    'node -e x',
    'node -p x',
    'node -pe x',
    'node --eval x',
    'node --eval=x',
    'node -r ./x a.js',
    'node -r./x a.js',
    'node --require=x a.js',
    'node --import x a.js',
    'node --loader x a.js',
    'node -',
    'node',
    'node -i',
    'node --inspect a.js',
    'node --env-file=x a.js',
  ],
  python: [
    'python -c x',
    'python -cx',
    'python -Bc x',
    'python -m x',
    'python -i a.py',
    'python -',
    'python',
    'python -W x -c y',
    'node --title x -e y',
    'bash +x -c y',
    'python -u -',
  ],
  bash: [
    'bash -xc x',
    'bash -c x y',
    'bash',
    'bash -s',
    'bash -i',
    'bash --rcfile x',
    'bash --init-file=x y',
    'bash -',
    'bash -o errexit -c x',
  ],
  cargo: [
    'cargo --config x test',
    'cargo test --config=x',
    'cargo -Z x test',
    'cargo +x test',
    'cargo test --manifest-path /x',
    'cargo test --target-dir=/x',
    'cargo -C /x test',
  ],
  go: [
    'go test -exec x',
    'go test -exec=x',
    'go test --exec=x',
    'go build -toolexec x',
    'go build -o x',
    'go build -o=x',
    'go vet -vettool=x',
    'go test -coverprofile=x',
    'go -C /x test',
    'go build -overlay x',
    'go env -w A=b',
  ],
  xargs: ['xargs x', 'xargs -n1 x', 'xargs', 'xargs -I{} x {}'],
  'xargs git': ['xargs git'],
  sudo: ['sudo x', 'sudo -u a x'],
  npx: ['npx x', 'npx -p x y', 'npx --package=x y'],
  timeout: ['timeout 5 x'],
  'timeout 5 git': ['timeout 5 git -c a=b log', 'timeout 5 git diff --output=x'],
  fd: ['fd -x y', 'fd . -X y', 'fd --exec y', 'fd --exec-batch=y'],
  docker: ['docker run i x', 'docker exec c x'],
  yarn: ['yarn exec x', 'yarn --cwd /x test', 'yarn dlx x'],
};

/** By rule: lines that do no more than what the rule names. */
const plain: Readonly<Record<string, readonly string[]>> = {
  git: [
    'git status -s',
    'git diff HEAD~1 -- src/a.ts',
    'git log --oneline -5',
    'git log -p -S foo',
    'git commit -m "a b"',
    'git switch -c x',
    'git diff --stat --cached',
    'git show HEAD:a',
    'git grep -n foo',
    'git blame -L 1,2 a',
    'git stash push -m x',
    'git branch -C a b',
    'git config --get user.name',
    'git rev-parse --git-dir',
    'git fetch -u origin',
    'git commit -o a',
    'git diff -C -M',
    'git --no-pager log',
    'git push -u origin x',
    'git log --format="%h %s"',
    'git checkout -b x',
    'git branch --remotes',
    'git add -A',
    'git merge --no-ff x',
  ],
  npm: [
    'npm test',
    'npm run build',
    'npm install',
    'npm ci',
    'npm test -- -C x',
    'npm run lint -- --fix',
    'npm -s test',
    'npm run test -w a',
  ],
  find: ['find . -name "*.ts" -type f -print', 'find src -maxdepth 2'],
  sed: [
    'sed -n 1,20p f',
    'sed -En s/a/b/p f',
    'sed -ne 2p f',
    'sed s/a/b/g f',
    'sed -e s/a/b/ -e "/x/d" f',
    'sed "s|a|b|g;1d" f',
    'sed -E "s/(a)/\\1/" f',
    'sed -n "/a/,/b/p" f',
    'sed -n "1,5p;10q" f',
    "sed '$d' f",
  ],
  sort: ['sort -u f', 'sort -k2,2n -t, f', 'sort -rn f', 'sort -ko f'],
  uniq: ['uniq', 'uniq -c', 'uniq -f 1 a', 'uniq -cd a', 'uniq -'],
  xxd: ['xxd a', 'xxd -l 16 a', 'xxd -p a'],
  shuf: ['shuf -n 3 a', 'shuf -i 1-10'],
  tar: ['tar tf ./a:b', 'tar tf a', 'tar -tzf a.tgz', 'tar -tvf a', 'tar --list -f a'],
  rg: ['rg foo src', 'rg -n -g "*.ts" foo', 'rg --files'],
  make: ['make test', 'make -j4 all', 'make -s', 'make -k test', 'make -n'],
  node: [
    'node x.js',
    'node x.js -e y',
    'node --test',
    'node --version',
    'node --watch x.js',
    'node -v',
    'node --enable-source-maps x.js',
  ],
  python: ['python x.py -c y', 'python -u x.py', 'python --version', 'python -W ignore x.py'],
  'python -m pytest': ['python -m pytest -k a', 'python -m pytest'],
  cargo: ['cargo test', 'cargo build --release', 'cargo test -p x'],
  go: ['go test ./...', 'go build ./...', 'go vet ./...', 'go test -run X -v ./a'],
  awk: ["awk '{print $1}' f", "awk -F, '{print $2}' f", "awk 'NR==1' f"],
  curl: ['curl -s https://a.b', 'curl -fsSL https://a.b/c', 'curl -I u', 'curl -H "A: b" u', 'curl -X GET u'],
  ls: ['ls -la *.ts $HOME'],
  'env A=1 npm test': ['env A=1 npm test', 'env A=1 npm test -- x'],
  'npx vitest': ['npx vitest run a', 'npx vitest'],
  'git diff --output': ['git diff --output x'],
  'find . -delete': ['find . -delete'],
  'make -C sub': ['make -C sub test'],
  'xargs grep': ['xargs grep foo'],
  'tee build.log': ['tee build.log'],
  bash: ['bash x.sh -c y', 'bash -e x.sh'],
  less: ['less f', 'less -R f'],
  man: ['man ls', 'man 3 printf'],
  diff: ['diff -u a b'],
  tsc: ['tsc --noEmit', 'tsc -p .'],
  'timeout 5 npm test': ['timeout 5 npm test'],
};

function pairs(table: Readonly<Record<string, readonly string[]>>): readonly (readonly [string, string])[] {
  return Object.entries(table).flatMap(([rule, lines]) => lines.map((line) => [rule, line] as const));
}

test.each(pairs(hostile))('a rule for %j does not allow %j', (rule, line) => {
  expect(allowed(line, rule)).toBe(false);
});

test.each(pairs(plain))('a rule for %j allows %j', (rule, line) => {
  expect(allowed(line, rule)).toBe(true);
});

test('in a compound command and in a plain shell the same counts', () => {
  expect(allowed('git status && git diff --output=x', 'git')).toBe(false);
  expect(allowed("sh -c 'git diff --output=x'", 'git')).toBe(false);
  expect(allowed('git log | sort -o x', 'git', 'sort')).toBe(false);
  expect(allowed("echo 'x' | node", 'echo', 'node')).toBe(false);
});

describe('the rules that docs/permissions.md prints', () => {
  const page = readFileSync(new URL('../../../../../docs/permissions.md', import.meta.url), 'utf8');
  const printed = /"parley\.permissions\.rules": (\[[^]*?\n\])/.exec(page)?.[1] ?? '';
  const rules = z.array(z.record(z.string(), z.unknown())).parse(JSON.parse(printed));
  const scope = {
    cwd: '/work',
    home: '/home/me',
    family: 'posix',
    realPath: (path: string) => path,
  } as const;
  const actionOf = (userRules: unknown, command: string): string => {
    const call = createToolCall({ toolCallId: 't', kind: 'execute', rawInput: { command } });
    const request = { facts: factsOf('A', call, 'posix'), scope };
    return judge({ userRules: readRules('user', userRules), workspaceRules: [], isReadOnly: false }, request)
      .action;
  };
  const beginnings = rules.flatMap(({ action, command }) => (action === 'allow' ? [command].flat() : []));
  const commands = z.array(z.string()).parse(beginnings.filter((command) => command !== undefined));
  const endings = [
    '--output=/x',
    '--output /x',
    '--outp=/x',
    '--ext-diff',
    '--no-index a b',
    '-O/x',
    '--exec=x',
    '--upload-pack=x',
    '--script-shell=/x',
    '--prefix /x',
    '--node-options=x',
    '--globalconfig x',
    '-C /x',
    '"--output=$HOME/x"',
    '$X',
    '> x',
    '>> x',
    '; rm a',
    '&& rm a',
    '| sh',
    '| tee x',
    '& rm a',
    '$(rm a)',
    '`rm a`',
    '\nrm a',
    '<(rm a)',
  ];

  test('are there', () => {
    expect(rules.length).toBeGreaterThan(3);
    expect(commands).toContain('git diff');
  });

  // Each program ignores or refuses the options of the others, so these are only for their own.
  const own = (command: string, ending: string): boolean =>
    (!ending.startsWith('-O') || command === 'git diff') &&
    (!ending.startsWith('-') || command.startsWith('npm') === /script|prefix|node|global|-C/.test(ending));

  test.each(
    commands.flatMap((command) =>
      endings.filter((ending) => own(command, ending)).map((ending) => `${command} ${ending}`),
    ),
  )('do not allow %j', (line) => {
    expect(actionOf(rules, line)).not.toBe('allow');
    for (const rule of rules) expect(actionOf([rule], line)).not.toBe('allow');
  });

  test.each(commands)('allow %j as it is', (command) => {
    expect(actionOf(rules, command)).toBe('allow');
  });

  test.each(['rm -rf a', 'git push', 'git -C . push', "sh -c 'echo rm zzz | sh'"])('hold %j', (line) => {
    expect(actionOf([...rules, { action: 'allow' }], line)).not.toBe('allow');
  });
});
