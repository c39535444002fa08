import { describe, expect, it } from 'vitest';
import { MentionError } from '../../../src/core/mentions/mentionError.ts';
import type { HostMessage } from '../../../src/core/panel/hostMessage.ts';
import type { ContentBlock } from '../../../src/core/session/content.ts';
import { PromptSender } from '../../../src/host/context/promptSender.ts';

const text = (value: string): ContentBlock[] => [{ type: 'text', text: value }];
const mention = text('see [@a](file:///a)');

function sender(): {
  readonly prompts: {
    readonly send: (key: string, content: ContentBlock[], refuse: (message: HostMessage) => void) => void;
    readonly cancel: (key: string) => void;
  };
  readonly sent: unknown[];
  readonly refused: HostMessage[];
  readonly refuse: (message: HostMessage) => void;
  readonly reads: PromiseWithResolvers<readonly ContentBlock[]>[];
} {
  const sent: unknown[] = [];
  const refused: HostMessage[] = [];
  const reads: PromiseWithResolvers<readonly ContentBlock[]>[] = [];
  const sender = new PromptSender((_key, _content, signal) => {
    const reading = Promise.withResolvers<readonly ContentBlock[]>();
    signal.addEventListener('abort', () => reading.reject(signal.reason));
    reads.push(reading);
    return reading.promise;
  });
  const prompts = {
    send: (key: string, content: ContentBlock[], refuse: (message: HostMessage) => void) =>
      sender.send(key, content, { send: (_key, blocks) => sent.push(blocks), refuse }),
    cancel: (key: string) => sender.cancel(key),
  };
  return { prompts, sent, refused, refuse: (message) => refused.push(message), reads };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('PromptSender', () => {
  it('sends a prompt without mentions at once', () => {
    const { prompts, sent, refuse } = sender();
    prompts.send('k', text('hi'), refuse);
    expect(sent).toEqual([text('hi')]);
  });

  it('sends prompts in their order, though a later one is read earlier', async () => {
    const { prompts, sent, refuse, reads } = sender();
    prompts.send('k', mention, refuse);
    prompts.send('k', mention, refuse);
    prompts.send('k', text('three'), refuse);
    prompts.send('other', text('at once'), refuse);
    expect(sent).toEqual([text('at once')]);
    reads[1]?.resolve(text('two'));
    await settled();
    expect(sent).toHaveLength(1);
    reads[0]?.resolve(text('one'));
    await settled();
    expect(sent.slice(1)).toEqual([text('one'), text('two'), text('three')]);
    prompts.send('k', text('four'), refuse);
    expect(sent.at(-1)).toEqual(text('four'));
  });

  it('gives back what cannot be read, and sends what comes after it', async () => {
    const { prompts, sent, refused, refuse, reads } = sender();
    prompts.send('k', mention, refuse);
    prompts.send('k', text('next'), refuse);
    reads[0]?.reject(new MentionError('The file a is gone.'));
    await settled();
    expect(refused).toEqual([
      {
        type: 'prompt_refused',
        key: 'k',
        content: mention,
        message: 'The prompt was not sent. The file a is gone.',
      },
    ]);
    expect(sent).toEqual([text('next')]);
  });

  it('gives everything back when it is cancelled, and sends again afterwards', async () => {
    const { prompts, sent, refused, refuse } = sender();
    prompts.send('k', mention, refuse);
    prompts.send('k', text('next'), refuse);
    prompts.cancel('k');
    await settled();
    const stopped = 'The prompt was not sent because you stopped it.';
    expect(refused.map((message) => 'message' in message && message.message)).toEqual([stopped, stopped]);
    prompts.send('k', text('again'), refuse);
    expect(sent).toEqual([text('again')]);
  });
});
