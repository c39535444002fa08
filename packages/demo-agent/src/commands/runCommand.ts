// The command that runs a shell command, in a terminal of the client and nowhere else.
import { randomUUID } from 'node:crypto';
import { stripVTControlCharacters } from 'node:util';
import { RequestError, TerminalHandle } from '@agentclientprotocol/sdk';
import type { DemoCommand } from './demoCommand.ts';
import { fencedCode } from '../../../agent/fencedCode.ts';
import { isAllowed } from '../tools/askPermission.ts';
import type { DemoTurn } from '../session/demoTurn.ts';

/** So much output is stored by the client. */
const MAX_OUTPUT_BYTES = 100_000;

/** So much of the end of the output is in the answer. */
const MAX_SHOWN_CHARACTERS = 2_000;

export const run: DemoCommand = {
  name: 'run',
  aliases: ['execute', 'shell', '!'],
  argument: 'COMMAND',
  description: 'Ask for permission, then run a command in a terminal of the client',
  async run(turn) {
    const line = /^(["'`])([^]*)\1$/.exec(turn.prompt.argument)?.[2] ?? turn.prompt.argument;
    if (line === '') {
      await turn.say('Which command? For example, enter `run npm test`.');
    } else if (turn.capabilities.terminal !== true) {
      await turn.say(
        `I would ask you first and then run \`${line}\` in a terminal of the client, but the client does not ` +
          `serve terminals yet, and I start no programs behind your back. So I did not run it.`,
      );
    } else {
      await runInTerminal(turn, line);
    }
    return undefined;
  },
};

async function runInTerminal(turn: DemoTurn, line: string): Promise<void> {
  const toolCallId = randomUUID();
  const toolCall = {
    toolCallId,
    title: line,
    kind: 'execute' as const,
    status: 'pending' as const,
    rawInput: { command: line },
  };
  await turn.update({ sessionUpdate: 'tool_call', ...toolCall });
  if (!(await isAllowed(turn, 'execute', toolCall))) {
    await turn.update({ sessionUpdate: 'tool_call_update', toolCallId, status: 'failed' });
    await turn.say(`You rejected it, so \`${line}\` did not run.`);
    return;
  }
  const starting = turn.client.createTerminal({
    sessionId: turn.session.id,
    ...shellCommand(line),
    cwd: turn.session.cwd,
    outputByteLimit: MAX_OUTPUT_BYTES,
  });
  let terminal: TerminalHandle;
  try {
    terminal = await turn.unlessCancelled(starting);
  } catch (error) {
    // Cancelled while it starts: it is released as soon as it has an id.
    if (turn.signal.aborted) starting.then(release, release);
    if (!(error instanceof RequestError)) throw error;
    await turn.update({ sessionUpdate: 'tool_call_update', toolCallId, status: 'failed' });
    await turn.say(`\`${line}\` did not run: ${error.message}`);
    return;
  }
  try {
    await turn.update({
      sessionUpdate: 'tool_call_update',
      toolCallId,
      status: 'in_progress',
      content: [{ type: 'terminal', terminalId: terminal.id }],
    });
    const { exitCode, signal } = await turn.unlessCancelled(terminal.waitForExit());
    const { output: printed, truncated } = await turn.unlessCancelled(terminal.currentOutput());
    const output = stripVTControlCharacters(printed);
    const status = exitCode === 0 ? 'completed' : 'failed';
    await turn.update({ sessionUpdate: 'tool_call_update', toolCallId, status });
    const end =
      exitCode === null || exitCode === undefined ? `signal ${signal ?? 'unknown'}` : `exit code ${exitCode}`;
    const cut = truncated || output.length > MAX_SHOWN_CHARACTERS ? ' The output ends with:' : '';
    const shown =
      output.trim() === '' ? 'It printed nothing.' : fencedCode(output.slice(-MAX_SHOWN_CHARACTERS), 'text');
    await turn.say(`\`${line}\` ended with ${end}.${cut}\n\n${shown}`);
  } finally {
    // Kills the command if it still runs. Not awaited when cancelled: the answer must not wait for the client.
    const released = release(terminal);
    if (!turn.signal.aborted) await released;
  }
}

/** Releases a terminal, if there is one. Never rejects: a terminal that is gone already needs no release. */
async function release(terminal: unknown): Promise<void> {
  try {
    if (terminal instanceof TerminalHandle) await terminal.release();
  } catch {
    // Gone already, or the client is.
  }
}

function shellCommand(line: string): { command: string; args: string[] } {
  return process.platform === 'win32'
    ? { command: 'cmd.exe', args: ['/d', '/s', '/c', line] }
    : { command: '/bin/sh', args: ['-c', line] };
}
