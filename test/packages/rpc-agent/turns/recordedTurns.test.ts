// What the published CLIs really sent in a turn, played to the program: the same ACP comes out for all of them.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { openScripted, type RpcModeClient } from '../../../support/rpcModeClient.ts';
import type { Family, Handler } from '../../../support/scriptedCli.ts';

const BEFORE = 'first line\nsecond line\nthird line\n';
const AFTER = 'first line\nsecond line, edited by the fake model\nthird line\n';

const recordedLine = z.object({
  turn: z.string(),
  frame: z.looseObject({ type: z.string(), toolName: z.string().optional() }),
});

/** Plays the frames of one recorded turn. The edit tool's work on the file is done where it was recorded. */
function player(recording: string, turn: string): Handler {
  const text = readFileSync(
    join(import.meta.dirname, '..', 'recordings', `turns-${recording}.ndjson`),
    'utf8',
  ).trimEnd();
  return (frame, cli) => {
    cli.accept(frame);
    for (const line of text.replaceAll('/project', cli.cwd).split('\n')) {
      const recorded = recordedLine.parse(JSON.parse(line));
      if (recorded.turn !== turn) continue;
      const { type, toolName } = recorded.frame;
      if (type === 'tool_execution_end' && toolName === 'edit') {
        writeFileSync(join(cli.cwd, 'hello.txt'), AFTER);
      }
      cli.send(recorded.frame);
    }
  };
}

interface Played {
  readonly client: RpcModeClient;
  readonly sessionId: string;
  readonly stopReason: string;
  readonly calls: readonly Record<string, unknown>[];
}

async function play(family: Family, recording: string, turn: string): Promise<Played> {
  const { client, sessionId } = await openScripted({ family, handlers: { prompt: player(recording, turn) } });
  writeFileSync(join(client.folder, 'hello.txt'), BEFORE);
  const { stopReason } = await client.prompt(sessionId, `[[${turn}:dir=${client.folder}]] run ${turn}`);
  const calls = client.toolCallIds(sessionId).map((id) => client.toolCall(sessionId, id));
  return { client, sessionId, stopReason, calls };
}

describe.each<[Family, string]>([
  ['pi', 'pi-0.87'],
  ['pi', 'pi-0.73'],
  ['omp', 'oh-my-pi-18.2'],
])('%s as recorded from %s', (family, recording) => {
  test('thinks, then answers', async () => {
    const { client, sessionId, stopReason } = await play(family, recording, 'think');
    expect(stopReason).toBe('end_turn');
    expect(client.said(sessionId, 'agent_thought_chunk')).toBe(
      'Let me think about this.\n\n**First** I consider the question, then I answer it.',
    );
    expect(client.said(sessionId)).toBe('After thinking: forty-two.');
    // The user's own words come from the client.
    expect(client.updates(sessionId, 'user_message_chunk')).toEqual([]);
  });

  test('reads and edits a file, and the change is shown as a difference of the whole file', async () => {
    const { client, sessionId, stopReason, calls } = await play(family, recording, 'edit');
    expect(stopReason).toBe('end_turn');
    const path = join(client.folder, 'hello.txt');
    expect(calls).toMatchObject([
      { title: 'Read hello.txt', kind: 'read', status: 'completed', locations: [{ path }] },
      {
        title: 'Edit hello.txt',
        kind: 'edit',
        status: 'completed',
        locations: [{ path }],
        content: [{ type: 'diff', path, oldText: BEFORE, newText: AFTER }],
      },
    ]);
    expect(client.said(sessionId)).toBe(
      'Step 1: calling `read`.Step 2: calling `edit`.Finished scenario edit.',
    );
    // A message for each text between the tool calls.
    expect(
      new Set(client.updates(sessionId, 'agent_message_chunk').map(({ messageId }) => messageId)).size,
    ).toBe(3);
  });

  test('fails at a tool, and the turn goes on', async () => {
    const { stopReason, calls } = await play(family, recording, 'fail');
    expect(stopReason).toBe('end_turn');
    expect(calls).toMatchObject([{ kind: 'read', status: 'failed' }]);
  });
});

test('pi runs a command, whose output comes as it was printed', async () => {
  const { calls } = await play('pi', 'pi-0.87', 'shell');
  expect(calls).toMatchObject([{ kind: 'execute', status: 'completed' }]);
  expect(JSON.stringify(calls[0]?.['content'])).toContain('```console\\none\\ntwo\\n');
});
