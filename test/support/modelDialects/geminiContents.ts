// Gemini's contents, as Gemini CLI asks for them.
import * as z from 'zod';
import {
  nextCallId,
  sendEvent,
  sendWords,
  type Answer,
  type ModelDialect,
  type ModelRequest,
} from './modelDialect.ts';

const part = z.looseObject({
  text: z.string().optional(),
  thought: z.boolean().optional(),
  functionResponse: z.unknown().optional(),
  inlineData: z.unknown().optional(),
});

const request = z.object({
  contents: z.array(z.object({ role: z.string().optional(), parts: z.array(part).optional() })),
  tools: z
    .array(
      z.object({
        functionDeclarations: z
          .array(
            z.object({
              name: z.string(),
              parametersJsonSchema: z.unknown().optional(),
              parameters: z.unknown().optional(),
            }),
          )
          .optional(),
      }),
    )
    .optional(),
});
type Part = z.infer<typeof part>;

export const geminiContents: ModelDialect = {
  speaks: (path) => /:(?:stream)?generateContent$/i.test(path),

  read(body, path) {
    const { contents, tools = [] } = request.parse(body);
    const parts = contents.flatMap((content) => content.parts ?? []);
    return {
      model: /models\/([^:/]+)/.exec(path)?.[1] ?? '',
      isStreamed: path.includes(':stream'),
      images: parts.filter(({ inlineData }) => inlineData !== undefined).length,
      messages: contents.flatMap((content) => messagesOf(content.role, content.parts ?? [])),
      tools: tools
        .flatMap(({ functionDeclarations = [] }) => functionDeclarations)
        .map(({ name, parametersJsonSchema, parameters }) => ({
          function: { name, parameters: parametersJsonSchema ?? parameters },
        })),
    };
  },

  async stream(response, answer) {
    const send = (parts: readonly object[], isLast = false): void =>
      sendEvent(response, contentOf(parts, isLast));
    await sendWords(response, answer.thought ?? '', answer, (piece) =>
      send([{ text: piece, thought: true }]),
    );
    await sendWords(response, answer.text, answer, (piece) => send([{ text: piece }]));
    if (response.destroyed) return;
    if (answer.toolCall !== undefined) send([calling(answer)]);
    send([{ text: '' }], true);
  },

  whole(answer) {
    const called = answer.toolCall === undefined ? [] : [calling(answer)];
    return contentOf([{ text: answer.text }, ...called], true);
  },
};

const USAGE = { promptTokenCount: 100, candidatesTokenCount: 20, totalTokenCount: 120 };

function contentOf(parts: readonly object[], isLast: boolean): object {
  const end = isLast ? { finishReason: 'STOP' } : {};
  const candidates = [{ index: 0, content: { role: 'model', parts }, ...end }];
  return { candidates, usageMetadata: USAGE, modelVersion: 'scripted-model', responseId: 'response-1' };
}

function calling({ toolCall }: Answer): object {
  return { functionCall: { id: nextCallId(), name: toolCall?.name, args: toolCall?.input } };
}

/** Results of tools come in contents of the user. */
function messagesOf(role: string | undefined, parts: readonly Part[]): ModelRequest['messages'] {
  const own = parts.flatMap(({ text, thought }) => (text === undefined || thought === true ? [] : [text]));
  if (role === 'model') return [{ role: 'assistant', text: own.join('\n') }];
  const results = parts.filter(({ functionResponse }) => functionResponse !== undefined);
  return [
    ...results.map(({ functionResponse }) => ({
      role: 'tool' as const,
      text: JSON.stringify(functionResponse),
    })),
    ...(own.length === 0 ? [] : [{ role: 'user' as const, text: own.join('\n') }]),
  ];
}
