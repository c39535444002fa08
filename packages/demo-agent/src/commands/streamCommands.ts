// The commands that show how answers stream: slowly until somebody stops it, or as fast as the pipe allows.
import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurnOfTheLoop } from 'node:timers/promises';
import type { ToolKind } from '@agentclientprotocol/sdk';
import type { DemoCommand } from './demoCommand.ts';

const SLOW_WORD_MS = 200;

const SLOW_WORDS =
  'one word after the other comes down the pipe and nothing ends this sentence but you so press stop when you have seen enough or read on'.split(
    ' ',
  );

export const slow: DemoCommand = {
  name: 'slow',
  description: 'Stream one word every 200 ms until you stop it',
  async run(turn) {
    for (let index = 0; ; index += 1) {
      const word = SLOW_WORDS[index % SLOW_WORDS.length];
      await turn.sendText(`${word} `);
      await turn.pause(SLOW_WORD_MS);
    }
  },
};

/** How many chunks or tool calls are streamed when no number is given, and how many at most. */
const COUNT = { default: 1000, max: 1_000_000 };

/** After so many updates the event loop turns, because Stop would never be read otherwise. */
const UPDATES_PER_LOOP_TURN = 50;

export const stream: DemoCommand = {
  name: 'stream',
  argument: '[N]',
  description: 'Stream N chunks of Markdown as fast as possible',
  async run(turn) {
    const count = countIn(turn.prompt.argument);
    for (let index = 0; index < count; index += 1) {
      await turn.sendText(markdownChunk(index));
      if (index % UPDATES_PER_LOOP_TURN === 0) await nextTurnOfTheLoop();
    }
    return undefined;
  },
};

export const tools: DemoCommand = {
  name: 'tools',
  argument: '[N]',
  description: 'Send N tool calls as fast as possible',
  async run(turn) {
    const count = countIn(turn.prompt.argument);
    for (let index = 0; index < count; index += 1) {
      const toolCallId = randomUUID();
      await turn.update({
        sessionUpdate: 'tool_call',
        toolCallId,
        title: `Tool call ${index + 1} of ${count}`,
        kind: TOOL_KINDS[index % TOOL_KINDS.length] ?? 'other',
        status: 'in_progress',
        rawInput: { number: index + 1 },
      });
      await turn.update({
        sessionUpdate: 'tool_call_update',
        toolCallId,
        status: 'completed',
        content: [{ type: 'content', content: { type: 'text', text: `Result ${index + 1}` } }],
      });
      if (index % UPDATES_PER_LOOP_TURN === 0) await nextTurnOfTheLoop();
    }
    await turn.sendText(`${count} tool calls, none of which did anything.`);
    return undefined;
  },
};

const TOOL_KINDS: readonly ToolKind[] = ['read', 'search', 'edit', 'execute', 'think', 'fetch', 'other'];

function countIn(argument: string): number {
  const digits = /\d[\d,._]*/.exec(argument)?.[0].replace(/\D/g, '');
  return digits === undefined ? COUNT.default : Math.min(Number(digits), COUNT.max);
}

/** Chunks of one section of the streamed text: a heading, words, a list, a code block and a table. */
const SECTION: readonly ((section: number) => string)[] = [
  (section) => `\n\n## Section ${section}\n\n`,
  () => 'Some **bold** words, some *slanted* ones ',
  (section) => `and a bit of \`code${section}()\`, `,
  () => 'so that the line is long enough to wrap in a narrow panel.\n\n',
  () => '- the first entry of a list\n',
  () => '- the second, with `code`\n',
  () => '  - and one below it\n',
  () => '- [x] a task that is done\n\n',
  () => '```ts\nexport function ',
  (section) => `section${section}(count: number): string {\n`,
  () => "  const words = ['one', 'two'];\n",
  () => '  return `${count} ${words.join(",")}`;\n',
  () => '}\n```\n\n',
  () => '| Name | Count |\n| --- | ---: |\n',
  (section) => `| chunks | ${section * 16} |\n`,
  () => '| sections | one more |\n\n',
];

/** Chunk `index` of an endless markdown text. Whole sections, so that every prefix reads well. */
function markdownChunk(index: number): string {
  const chunk = SECTION[index % SECTION.length];
  return chunk?.(Math.floor(index / SECTION.length) + 1) ?? '';
}
