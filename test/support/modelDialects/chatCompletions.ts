// OpenAI's chat completions, as Qwen Code and the pi family ask for them.
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { offeredTool, type ToolCall } from '../modelToolCalls.ts';
import { nextCallId, sendEvent, sendWords, text, type Answer, type ModelDialect } from './modelDialect.ts';

const request = z.object({
  model: z.string().optional(),
  stream: z.boolean().optional(),
  reasoning_effort: z.string().optional(),
  messages: z.array(z.object({ role: z.string(), content: text.optional() })),
  tools: z.array(offeredTool).optional(),
});

const pictures = z.object({
  messages: z.array(z.object({ content: z.array(z.object({ type: z.string() })).catch([]) })),
});

export const chatCompletions: ModelDialect = {
  speaks: (path) => path.endsWith('/chat/completions'),

  read(body) {
    const asked = request.parse(body);
    const parts = pictures.parse(body).messages.flatMap(({ content }) => content);
    return {
      model: asked.model ?? '',
      isStreamed: asked.stream === true,
      effort: asked.reasoning_effort,
      images: parts.filter(({ type }) => type === 'image_url').length,
      messages: asked.messages.map((message) => ({
        role: roles.safeParse(message.role).data ?? 'other',
        text: message.content ?? '',
      })),
      tools: asked.tools ?? [],
    };
  },

  async stream(response, answer) {
    const send = (delta: object): void =>
      sendEvent(response, chunk([{ index: 0, delta, finish_reason: null }]));
    send({ role: 'assistant', content: '' });
    await sendWords(response, answer.thought ?? '', answer, (piece) => send({ reasoning_content: piece }));
    await sendWords(response, answer.text, answer, (piece) => send({ content: piece }));
    if (response.destroyed) return;
    if (answer.toolCall !== undefined) {
      const { function: called, ...call } = writtenCall(answer.toolCall);
      send({ tool_calls: [{ index: 0, ...call, function: { ...called, arguments: '' } }] });
      for (const piece of called.arguments.match(/[^]{1,16}/g) ?? []) {
        send({ tool_calls: [{ index: 0, function: { arguments: piece } }] });
        await delay(answer.pace ?? 20);
      }
    }
    sendEvent(response, chunk([{ index: 0, delta: {}, finish_reason: finishReason(answer) }]));
    sendEvent(response, { ...chunk([]), usage: USAGE });
    response.write('data: [DONE]\n\n');
  },

  whole(answer) {
    const called = answer.toolCall === undefined ? {} : { tool_calls: [writtenCall(answer.toolCall)] };
    const message = { role: 'assistant', content: answer.text, ...called };
    const choices = [{ index: 0, message, finish_reason: finishReason(answer) }];
    return { ...HEAD, object: 'chat.completion', choices, usage: USAGE };
  },
};

const roles = z.enum(['user', 'assistant', 'tool']);
const HEAD = { id: 'completion-1', created: 1, model: 'scripted-model' };
const USAGE = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };

function chunk(choices: readonly object[]): object {
  return { ...HEAD, object: 'chat.completion.chunk', choices };
}

function writtenCall({ name, input }: ToolCall) {
  return { id: nextCallId(), type: 'function', function: { name, arguments: JSON.stringify(input) } };
}

function finishReason(answer: Answer): string {
  return answer.toolCall === undefined ? 'stop' : 'tool_calls';
}
