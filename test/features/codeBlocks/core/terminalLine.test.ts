// Commands for a terminal as one line that does not run by itself.
import { expect, test } from 'vitest';
import { terminalLine, terminalLines } from '../../../../src/features/codeBlocks/core/terminalLine.ts';

test.each([
  ['npm test', 'npm test'],
  ['npm ci\nnpm test\n', 'npm ci; npm test'],
  ['# install\nnpm ci\n\nnpm test', 'npm ci; npm test'],
  ['$ npm ci\nadded 5 packages\n$ npm test', 'npm ci; npm test'],
  ['docker run \\\n  -it \\\n  image', 'docker run -it image'],
  ['for f in *; do\n  echo $f\ndone', 'for f in *; do echo $f; done'],
  ['a |\n  b &&\nc', 'a | b && c'],
  ['a\r\nb\rc', 'a; b; c'],
  ["echo 'it is'\necho \"a 'b\"", "echo 'it is'; echo \"a 'b\""],
  ['$ docker run \\\n    -it image\nHello from Docker!\n$ docker ps', 'docker run -it image; docker ps'],
  ['$ npm ci &&\n> npm test\n> parley@1.0.0 test\n5 passed', 'npm ci && npm test'],
  ['ada@host:~/src (main)$ ls', 'ada@host:~/src (main)$ ls'],
  ['ada@host:~/src$ ls\na  b\nroot@host:/# apt update', 'ls; apt update'],
  ['(venv) $ pip install .', 'pip install .'],
  ['$ for i in 1 2; do\n> echo $i\n> done\n1\n2', 'for i in 1 2; do echo $i; done'],
  ['PS C:\\Users\\Ada> Get-ChildItem\nC:\\> dir', 'Get-ChildItem; dir'],
  ['> npm ci\n> npm test', 'npm ci; npm test'],
  ['> log.txt\necho one >> log.txt', '> log.txt; echo one >> log.txt'],
  ['serve &\ncurl localhost', 'serve & curl localhost'],
  ['go()\n{\n  ls\n}', 'go() { ls; }'],
  ['', ''],
  ['# only a comment', ''],
])('%j is %j', (code, line) => {
  expect(terminalLine(code)).toBe(line);
});

test.each([
  ['a text for a command', 'cat <<EOF\nrm -rf /\nEOF'],
  ['a choice', 'case $1 in\n  a) ls ;;\nesac'],
  ['a text behind prompts', '$ cat <<EOF\n> one\n> EOF\none'],
  ['a quote over two lines', 'echo "one\ntwo"'],
  ['a comment that would swallow the rest', 'make # builds\nmake install'],
])('%s cannot be one line', (_what, code) => {
  expect(terminalLine(code)).toBeUndefined();
});

test('nothing in it controls the terminal or looks like something else', () => {
  expect(terminalLine('echo \u001B[31mred\u001B[0m\u001B[201~')).toBe('echo red');
  expect(terminalLine('a\u001B]0;title\u0007b\u0003\u0015\u007F')).toBe('ab');
  expect(terminalLine('ls\t-l \u202Egpj.exe\u202C\u200B\u0085x')).toBe('ls -l gpj.exex');
});

test.each([
  ['continued with prompts', '$ ls -la\ntotal 0\n$ cat <<E\n> hi\n> E\nhi', 'ls -la\ncat <<E\nhi\nE'],
  [
    'continued without',
    "$ cat <<'E' > file\n  hi\nE\n$ cat file\n  hi",
    "cat <<'E' > file\n  hi\nE\ncat file",
  ],
  ['a quote', '$ git commit -m "one\n\ntwo"\n[main 123] one', 'git commit -m "one\n\ntwo"'],
])('of a session in a terminal the commands alone are taken: %s', (_how, code, lines) => {
  expect(terminalLine(code)).toBeUndefined();
  expect(terminalLines(code)).toBe(lines);
});

test('several lines stay as they are, but nothing of them controls the terminal or ends the paste', () => {
  const code = "\u001B[201~cat <<'END'\r\n\tone\u0003\nEND\n\n";
  expect(terminalLines(code)).toBe("cat <<'END'\n one\nEND");
});
