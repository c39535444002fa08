// The demo agent and the files, commands and rights of a client.
import { writeFileSync } from 'node:fs';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { methods, RequestError } from '@agentclientprotocol/sdk';
import { describe, expect, test, vi } from 'vitest';
import { DemoClient } from '../../../support/demoClient.ts';

const choose = (optionId: string) => (): string => optionId;

async function write(demo: DemoClient, name: string, text: string): Promise<string> {
  const path = join(demo.folder, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  return path;
}

describe('reading', () => {
  test('reads on its own, and says so, while the client serves no files', async () => {
    await using demo = await DemoClient.start();
    const path = await write(demo, 'notes.md', 'remember the milk\n');
    const sessionId = await demo.newSession();
    await demo.prompt(sessionId, 'Read the file notes.md.');
    expect(demo.said(sessionId)).toContain('the client does not serve files yet');
    expect(demo.said(sessionId)).toContain('remember the milk');
    expect(demo.updates(sessionId, 'tool_call')).toMatchObject([{ kind: 'read', locations: [{ path }] }]);
    expect(demo.updates(sessionId, 'tool_call_update')).toMatchObject([{ status: 'completed' }]);
  });

  test('reads through the client where it may', async () => {
    const asked: string[] = [];
    await using demo = await DemoClient.start({
      capabilities: { fs: { readTextFile: true } },
      serve: (app) => {
        app.onRequest(methods.client.fs.readTextFile, ({ params }) => {
          asked.push(params.path);
          return { content: 'not saved yet' };
        });
      },
    });
    const path = await write(demo, 'a.txt', 'saved');
    const answer = await demo.ask('read a.txt');
    expect(asked).toEqual([path]);
    expect(answer).toContain('not saved yet');
    expect(answer).not.toContain('does not serve');
  });

  test('takes an attached file when no other is named', async () => {
    await using demo = await DemoClient.start();
    const path = await write(demo, 'attached.txt', 'from the attachment');
    const sessionId = await demo.newSession();
    await demo.context.request(methods.agent.session.prompt, {
      sessionId,
      prompt: [
        { type: 'text', text: 'read this' },
        { type: 'resource_link', name: 'attached.txt', uri: `file://${path}` },
      ],
    });
    expect(demo.said(sessionId)).toContain('from the attachment');
  });

  test.each(['read /etc/hosts', 'read ../secret.txt', 'explain linked.txt', 'read folder/secret.txt'])(
    'stays inside the folder: %s',
    async (words) => {
      await using outside = await DemoClient.start();
      await using demo = await DemoClient.start();
      await write(outside, 'secret.txt', 'the secret');
      await symlink(join(outside.folder, 'secret.txt'), join(demo.folder, 'linked.txt'));
      await symlink(outside.folder, join(demo.folder, 'folder'));
      const sessionId = await demo.newSession();
      await demo.prompt(sessionId, words);
      expect(demo.said(sessionId)).toContain('outside the folder of this session');
      expect(demo.updates(sessionId, 'tool_call')).toEqual([]);
    },
  );

  test('says what is wrong with a file that it cannot read', async () => {
    await using demo = await DemoClient.start();
    await write(demo, 'picture.bin', 'a\0b');
    expect(await demo.ask('read nothing.txt')).toContain('there is no such file');
    expect(await demo.ask('read picture.bin')).toContain('not a text file');
    expect(await demo.ask('read')).toContain('Which file?');
  });
});

describe('explaining', () => {
  test('describes a file by its real content, with links to lines', async () => {
    await using demo = await DemoClient.start();
    await write(
      demo,
      'src/my code.ts',
      'const one = 1;\n\nexport function two(): number {\n  return one;\n}\n',
    );
    const answer = await demo.ask('explain "src/my code.ts"');
    expect(answer).toContain('5 lines');
    expect(answer).toContain('1 of them exported');
    expect(answer).toContain('[`two`](src/my%20code.ts#L3): function, exported, line 3');
    expect(answer).toContain('[`one`](src/my%20code.ts#L1): constant, line 1');
  });

  test('describes the folder when no file is named', async () => {
    await using demo = await DemoClient.start();
    await write(demo, 'package.json', '{ "name": "sample", "scripts": { "build": "x" } }');
    await write(demo, 'src/a.ts', '');
    const answer = await demo.ask('explain this project');
    expect(answer).toContain('**sample**');
    expect(answer).toContain('`npm run build`');
    expect(answer).toContain('| `src` | folder |');
  });
});

describe('editing', () => {
  test('shows a diff, asks with three options, and writes when allowed', async () => {
    await using demo = await DemoClient.start();
    const path = await write(demo, 'a.ts', 'let a;\n');
    const sessionId = await demo.newSession();
    await demo.prompt(sessionId, 'edit a.ts');
    const after = await readFile(path, 'utf8');
    expect(after).toMatch(/^let a;\n\/\/ .+\n$/);
    expect(demo.updates(sessionId, 'tool_call')).toMatchObject([
      {
        kind: 'edit',
        status: 'pending',
        content: [{ type: 'diff', path, oldText: 'let a;\n', newText: after }],
      },
    ]);
    expect(demo.questions.map(({ options }) => options.map(({ kind }) => kind))).toEqual([
      ['allow_once', 'allow_always', 'reject_once'],
    ]);
    expect(demo.updates(sessionId, 'tool_call_update').map(({ status }) => status)).toEqual([
      'in_progress',
      'completed',
    ]);
  });

  test('leaves the file alone when rejected', async () => {
    await using demo = await DemoClient.start({ answer: choose('reject-once') });
    const path = await write(demo, 'a.ts', 'let a;\n');
    expect(await demo.ask('edit a.ts')).toContain('You rejected it');
    expect(await readFile(path, 'utf8')).toBe('let a;\n');
  });

  test('asks no more after "allow for this session", in that session only', async () => {
    await using demo = await DemoClient.start({ answer: choose('allow-always') });
    await write(demo, 'a.txt', '');
    const sessionId = await demo.newSession();
    await demo.prompt(sessionId, 'edit a.txt');
    await demo.prompt(sessionId, 'edit a.txt');
    expect(demo.questions).toHaveLength(1);
    await demo.ask('edit a.txt');
    expect(demo.questions).toHaveLength(2);
  });

  test('creates a file, replaces words, and knows where it cannot comment', async () => {
    await using demo = await DemoClient.start();
    await demo.ask('edit new.md');
    expect(await readFile(join(demo.folder, 'new.md'), 'utf8')).toContain('demo agent');
    const path = await write(demo, 'data.json', '{"colour":"red"}');
    await demo.ask('edit data.json replace "red" with "$& blue"');
    expect(await readFile(path, 'utf8')).toBe('{"colour":"$& blue"}');
    expect(await demo.ask('edit data.json')).toContain('do not know how a comment is written');
  });

  test('does not overwrite what was written while the question stood open', async () => {
    await using demo = await DemoClient.start({
      answer: ({ toolCall }) => {
        const path = toolCall.locations?.[0]?.path;
        if (path !== undefined) writeFileSync(path, 'written meanwhile\n');
        return 'allow-once';
      },
    });
    const path = await write(demo, 'a.txt', 'before\n');
    expect(await demo.ask('edit a.txt')).toContain('was changed meanwhile');
    expect(await readFile(path, 'utf8')).toBe('written meanwhile\n');
  });

  test('writes through the client where it may', async () => {
    const written: unknown[] = [];
    await using demo = await DemoClient.start({
      capabilities: { fs: { readTextFile: true, writeTextFile: true } },
      serve: (app) => {
        app
          .onRequest(methods.client.fs.readTextFile, ({ params }) => {
            throw RequestError.resourceNotFound(params.path);
          })
          .onRequest(methods.client.fs.writeTextFile, ({ params }) => {
            written.push([params.path, params.content]);
          });
      },
    });
    expect(await demo.ask('edit new.py')).toContain('Parley wrote it for me');
    expect(written).toEqual([[join(demo.folder, 'new.py'), expect.stringMatching(/^# .+\n$/)]]);
    await expect(readFile(join(demo.folder, 'new.py'))).rejects.toThrow('ENOENT');
  });

  test.each(['outside ../beside.txt', 'outside linked/beside.txt'])(
    'leaves a write outside to a client that serves files, and reports its refusal: %s',
    async (words) => {
      const asked: string[] = [];
      await using demo = await DemoClient.start({
        capabilities: { fs: { readTextFile: true, writeTextFile: true } },
        serve: (app) => {
          app.onRequest(methods.client.fs.writeTextFile, ({ params }) => {
            asked.push(params.path);
            throw new RequestError(-32603, 'The user did not allow it.');
          });
        },
      });
      await symlink(dirname(demo.folder), join(demo.folder, 'linked'));
      const sessionId = await demo.newSession();
      await demo.prompt(sessionId, words);
      expect(asked).toEqual([resolve(demo.folder, words.split(' ')[1] ?? '')]);
      expect(demo.questions).toEqual([]);
      expect(demo.said(sessionId)).toContain('The user did not allow it.');
      expect(demo.updates(sessionId, 'tool_call_update')).toMatchObject([{ status: 'failed' }]);
    },
  );

  test('writes nothing outside where the client serves no files', async () => {
    await using demo = await DemoClient.start();
    expect(await demo.ask('outside ../beside.txt')).toContain('outside the folder of this session');
    await expect(readFile(join(demo.folder, '../beside.txt'))).rejects.toThrow('ENOENT');
  });

  test('does not write through a link that leads outside', async () => {
    await using outside = await DemoClient.start();
    await using demo = await DemoClient.start();
    await symlink(join(outside.folder, 'not-there.txt'), join(demo.folder, 'dangling.txt'));
    expect(await demo.ask('edit dangling.txt')).toContain('a link to a file that does not exist');
    await expect(readFile(join(outside.folder, 'not-there.txt'))).rejects.toThrow('ENOENT');
  });

  test('a cancel while the question stands open ends the turn', async () => {
    await using demo = await DemoClient.start({ answer: () => undefined });
    await write(demo, 'a.txt', '');
    const sessionId = await demo.newSession();
    const turn = demo.prompt(sessionId, 'edit a.txt');
    await vi.waitFor(() => expect(demo.questions).toHaveLength(1));
    await demo.cancel(sessionId);
    expect(await turn).toEqual({ stopReason: 'cancelled' });
  });
});

describe('running', () => {
  test('refuses politely, without a question, while the client serves no terminals', async () => {
    await using demo = await DemoClient.start();
    expect(await demo.ask('run npm test')).toContain('does not serve terminals yet');
    expect(demo.questions).toEqual([]);
  });

  test('runs in a terminal of the client, shows it, and releases it', async () => {
    const calls: string[] = [];
    await using demo = await startWithTerminal(calls, () => ({ exitCode: 0 }));
    const sessionId = await demo.newSession();
    await demo.prompt(sessionId, 'run echo hi');
    expect(demo.questions).toHaveLength(1);
    expect(calls).toEqual(['create -c echo hi', 'wait', 'output', 'release']);
    expect(demo.updates(sessionId, 'tool_call_update')).toMatchObject([
      { status: 'in_progress', content: [{ type: 'terminal', terminalId: 'terminal-1' }] },
      { status: 'completed' },
    ]);
    expect(demo.said(sessionId)).toContain('exit code 0');
    expect(demo.said(sessionId)).toContain('output of the terminal');
  });

  test('reports why the client did not run a command', async () => {
    await using demo = await DemoClient.start({
      capabilities: { terminal: true },
      serve: (app) => {
        app.onRequest(methods.client.terminal.create, () => {
          throw new RequestError(-32603, 'A rule denies it.');
        });
      },
    });
    const sessionId = await demo.newSession();
    expect(await demo.prompt(sessionId, 'run echo hi')).toMatchObject({ stopReason: 'end_turn' });
    expect(demo.said(sessionId)).toContain('did not run: A rule denies it.');
    expect(demo.updates(sessionId, 'tool_call_update')).toMatchObject([{ status: 'failed' }]);
  });

  test('a cancel releases the terminal and ends the turn', async () => {
    const calls: string[] = [];
    await using demo = await startWithTerminal(calls, () => new Promise<never>(() => {}));
    const sessionId = await demo.newSession();
    const turn = demo.prompt(sessionId, 'run sleep 1000');
    await vi.waitFor(() => expect(calls).toContain('wait'));
    await demo.cancel(sessionId);
    expect(await turn).toEqual({ stopReason: 'cancelled' });
    await vi.waitFor(() => expect(calls.at(-1)).toBe('release'));
  });
});

function startWithTerminal(
  calls: string[],
  exit: () => { exitCode: number } | Promise<never>,
): Promise<DemoClient> {
  return DemoClient.start({
    capabilities: { terminal: true },
    serve: (app) => {
      const { terminal } = methods.client;
      app
        .onRequest(terminal.create, ({ params }) => {
          calls.push(`create ${params.args?.join(' ')}`);
          return { terminalId: 'terminal-1' };
        })
        .onRequest(terminal.waitForExit, () => {
          calls.push('wait');
          return exit();
        })
        .onRequest(terminal.output, () => {
          calls.push('output');
          return { output: 'output of the terminal', truncated: false };
        })
        .onRequest(terminal.release, () => {
          calls.push('release');
        });
    },
  });
}
