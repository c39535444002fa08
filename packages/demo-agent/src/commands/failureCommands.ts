// The commands that show how a client handles failures: unusual ends of a turn, unknown messages, a crash, a hang.
import { writeSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { methods, RequestError, type StopReason } from '@agentclientprotocol/sdk';
import type { DemoCommand } from './demoCommand.ts';

const STUCK_MS = 20_000;

/** What model services say when they fail, as agents pass it on. */
const FAILURES: Readonly<Record<string, string>> = {
  rate: '429 Too Many Requests: rate limit exceeded. Please try again in 20s.',
  quota: 'You have reached your weekly usage limit. It resets in 3h 20m.',
  overloaded: '529 {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}',
  context: 'prompt is too long: 204857 tokens > 200000 maximum',
  network: 'fetch failed: getaddrinfo ENOTFOUND api.example.com',
  refused: 'The request was blocked because of the content policy.',
  key: '401 Unauthorized: Incorrect API key provided.',
};

export const fail: DemoCommand = {
  name: 'fail',
  aliases: ['error'],
  argument: '[KIND]',
  description: `End the turn with an error, also of a kind: ${Object.keys(FAILURES).join(', ')}, sign-in`,
  async run(turn) {
    const kind = turn.prompt.argument.toLowerCase();
    await turn.say('This answer will end with an error. ');
    if (kind === 'sign-in') throw RequestError.authRequired({ message: 'The demo agent was asked to.' });
    const details = Object.hasOwn(FAILURES, kind) ? FAILURES[kind] : undefined;
    throw RequestError.internalError({ details: details ?? 'The demo agent was asked to fail.' });
  },
};

const STOP_REASONS: readonly StopReason[] = [
  'end_turn',
  'max_tokens',
  'max_turn_requests',
  'refusal',
  'cancelled',
];

export const stop: DemoCommand = {
  name: 'stop',
  argument: 'REASON',
  description: `End the turn with a stop reason: ${STOP_REASONS.join(', ')}`,
  async run(turn) {
    const wanted = turn.prompt.argument.toLowerCase().replace(/[\s-]+/g, '_');
    const reason = STOP_REASONS.find((each) => each === wanted);
    if (reason === undefined) {
      await turn.say(`The stop reasons are ${STOP_REASONS.map((each) => `\`${each}\``).join(', ')}.`);
      return undefined;
    }
    await turn.say(`This turn ends with the stop reason \`${reason}\`.`);
    return reason;
  },
};

export const unknown: DemoCommand = {
  name: 'unknown',
  description: 'Send an update and a content block that no client knows',
  async run(turn) {
    // Named as any string, because these are no messages of the protocol.
    const method: string = methods.client.session.update;
    await turn.say('Between this line');
    await turn.client.notify(method, {
      sessionId: turn.session.id,
      update: { sessionUpdate: 'demo_weather', weather: 'sunny' },
    });
    await turn.client.notify(method, {
      sessionId: turn.session.id,
      update: {
        sessionUpdate: 'agent_message_chunk',
        messageId: turn.messageId,
        content: { type: 'demo_hologram', data: 'not a known kind of content' },
      },
    });
    await turn.say('\n\nand this one came an unknown update and an unknown content block.');
    return undefined;
  },
};

export const crash: DemoCommand = {
  name: 'crash',
  description: 'Exit the agent process in the middle of the answer',
  async run(turn) {
    await turn.say('The process of this agent ends now, as if it had crashed. ');
    // Synchronously, because nothing is flushed after the exit.
    writeSync(process.stderr.fd, 'demo agent: asked to crash, so it exits with code 1\n');
    process.exit(1);
  },
};

export const stuck: DemoCommand = {
  name: 'stuck',
  description: 'Ignore Stop for 20 seconds',
  async run(turn) {
    // In one piece: from its first word on, nothing here looks at the cancellation.
    await turn.sendText('For 20 seconds I do not listen, also not to Stop. ');
    await delay(STUCK_MS);
    await turn.say('Now I listen again.');
    return undefined;
  },
};
