// Anthropic's messages, as Claude asks for them.
import * as z from 'zod';
import {
  nextCallId,
  sendEvent,
  sendWords,
  text,
  type Answer,
  type ModelDialect,
  type ModelRequest,
} from './modelDialect.ts';

const block = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  content: text.optional().catch(''),
});

const request = z.object({
  model: z.string().optional(),
  stream: z.boolean().optional(),
  messages: z.array(
    z.object({
      role: z.string(),
      content: z.union([z.string().transform((words) => [{ type: 'text', text: words }]), z.array(block)]),
    }),
  ),
  tools: z.array(z.object({ name: z.string(), input_schema: z.unknown().optional() })).optional(),
});
type Block = z.infer<typeof request>['messages'][number]['content'][number];

export const anthropicMessages: ModelDialect = {
  speaks: (path) => path.endsWith('/messages'),

  read(body) {
    const { model = '', stream, messages, tools = [] } = request.parse(body);
    const blocks = messages.flatMap(({ content }) => content);
    return {
      model,
      isStreamed: stream === true,
      images: blocks.filter(({ type }) => type === 'image').length,
      messages: messages.flatMap(({ role, content }) => messagesOf(role, content)),
      tools: tools.map(({ name, input_schema: schema }) => ({ function: { name, parameters: schema } })),
    };
  },

  async stream(response, answer) {
    const send = (type: string, fields: object): void => sendEvent(response, { type, ...fields }, type);
    send('message_start', { message: { ...head(), content: [], stop_reason: null, usage: USAGE } });
    let index = 0;
    const sendBlock = async (
      empty: object,
      words: string,
      delta: (piece: string) => object,
    ): Promise<void> => {
      send('content_block_start', { index, content_block: empty });
      await sendWords(response, words, answer, (piece) =>
        send('content_block_delta', { index, delta: delta(piece) }),
      );
      send('content_block_stop', { index });
      index += 1;
    };
    if (answer.thought !== undefined) {
      await sendBlock({ type: 'thinking', thinking: '', signature: '' }, answer.thought, (thinking) => ({
        type: 'thinking_delta',
        thinking,
      }));
    }
    await sendBlock({ type: 'text', text: '' }, answer.text, (words) => ({
      type: 'text_delta',
      text: words,
    }));
    if (response.destroyed) return;
    const { toolCall } = answer;
    if (toolCall !== undefined) {
      const empty = { type: 'tool_use', id: `toolu_${nextCallId()}`, name: toolCall.name, input: {} };
      await sendBlock(empty, JSON.stringify(toolCall.input), (piece) => ({
        type: 'input_json_delta',
        partial_json: piece,
      }));
    }
    send('message_delta', { delta: { stop_reason: stopReason(answer), stop_sequence: null }, usage: USAGE });
    send('message_stop', {});
  },

  whole(answer) {
    const { toolCall } = answer;
    const called =
      toolCall === undefined
        ? []
        : [{ type: 'tool_use', id: `toolu_${nextCallId()}`, name: toolCall.name, input: toolCall.input }];
    const content = [{ type: 'text', text: answer.text }, ...called];
    return { ...head(), content, stop_reason: stopReason(answer), stop_sequence: null, usage: USAGE };
  },
};

/** Each message has an id of its own: adapters hand it on, and what has one id is one message. */
function head(): object {
  return { id: `message-${nextCallId()}`, type: 'message', role: 'assistant', model: 'scripted-model' };
}

const USAGE = {
  input_tokens: 100,
  output_tokens: 20,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
};

/** Results of tools come in messages of the user. */
function messagesOf(role: string, content: readonly Block[]): ModelRequest['messages'] {
  const own = content.flatMap((each) => (each.text === undefined ? [] : [each.text])).join('\n');
  if (role === 'assistant') return [{ role: 'assistant', text: own }];
  const results = content.filter(({ type }) => type === 'tool_result');
  return [
    ...results.map((result) => ({
      role: 'tool' as const,
      text: 'content' in result && typeof result.content === 'string' ? result.content : '',
    })),
    ...(own === '' ? [] : [{ role: 'user' as const, text: own }]),
  ];
}

function stopReason(answer: Answer): string {
  return answer.toolCall === undefined ? 'end_turn' : 'tool_use';
}
