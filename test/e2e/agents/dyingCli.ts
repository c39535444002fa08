// An RPC-mode CLI that ends in the middle of its first answer, and does better the next time: `node dyingCli.ts FILE`.
import { existsSync, writeFileSync } from 'node:fs';
import * as z from 'zod';
import { eachLine } from '../../support/eachLine.ts';

const command = z.looseObject({ id: z.string().optional(), type: z.string() });
const [, , file = ''] = process.argv;

function send(frame: object): void {
  process.stdout.write(`${JSON.stringify(frame)}\n`);
}

function say(delta: string): void {
  send({ type: 'agent_start' });
  send({ type: 'message_start', message: { role: 'assistant', content: [] } });
  send({ type: 'message_update', assistantMessageEvent: { type: 'text_delta', contentIndex: 0, delta } });
}

eachLine(process.stdin, (line) => {
  const { id, type } = command.parse(JSON.parse(line));
  const isKnown = type === 'get_state' || type === 'prompt';
  const data = type === 'get_state' ? { isStreaming: false, sessionId: 'dying' } : undefined;
  send({ id, type: 'response', command: type, success: isKnown, data, error: `Unknown command: ${type}` });
  if (type !== 'prompt') return;
  if (existsSync(file)) {
    say('I am back.');
    send({ type: 'agent_end', messages: [] });
    return;
  }
  say('I am about to');
  writeFileSync(file, '');
  process.stderr.write('panic: the kettle is dry\n');
  process.exitCode = 3;
  process.stdin.destroy();
});
