// What was said in a demo session, as the updates that show it again: whole messages, and each tool call as it ended.
import type { ContentBlock, SessionUpdate } from '@agentclientprotocol/sdk';
import * as z from 'zod';

/** An update as it is stored. */
const storedUpdate = z.looseObject({ sessionUpdate: z.string() });
export type StoredUpdate = z.infer<typeof storedUpdate>;

/** A transcript as it is stored; what is no update in it is left out. */
export const storedUpdates = z.array(z.unknown()).transform((list) =>
  list.flatMap((each): StoredUpdate[] => {
    const update = storedUpdate.safeParse(each);
    return update.success ? [update.data] : [];
  }),
);

/** The beginning of a longer session is dropped. */
const MAX_UPDATES = 20_000;

/** Where a stored update names the session in which it was sent, if that was not the one of the transcript. */
const SENT_IN = 'sentIn';

/** Whether an update is one of a sub-agent: a copy of the session has none of them. */
export function isOfSubagent(update: StoredUpdate): boolean {
  return update[SENT_IN] !== undefined;
}

/** A message of text that may go on. */
interface OpenMessage {
  readonly sessionUpdate: string;
  readonly messageId: string | undefined;
  readonly content: { readonly type: 'text'; text: string };
}

export class DemoTranscript {
  #updates: StoredUpdate[];
  /** The last update, if it is a message of text. */
  #message: OpenMessage | undefined;
  /** The tool calls by their ids. */
  readonly #calls = new Map<unknown, StoredUpdate>();

  constructor(updates: readonly StoredUpdate[] = []) {
    this.#updates = structuredClone([...updates]);
  }

  get updates(): readonly StoredUpdate[] {
    return this.#updates;
  }

  /** The user's prompt, block by block. */
  addPrompt(blocks: readonly ContentBlock[]): void {
    for (const content of blocks) this.#push({ sessionUpdate: 'user_message_chunk', content });
  }

  /** Records an update, if it belongs to what was said. */
  add(update: SessionUpdate): void {
    switch (update.sessionUpdate) {
      case 'agent_message_chunk':
      case 'agent_thought_chunk':
        this.#addChunk(update.sessionUpdate, update.messageId ?? undefined, update.content);
        return;
      case 'tool_call':
      case 'tool_call_update':
        this.#addCall(update);
        return;
      case 'plan':
        this.#updates = this.#updates.filter(({ sessionUpdate }) => sessionUpdate !== 'plan');
        this.#push({ ...update });
        return;
    }
  }

  /** Records an update of a sub-agent, or of its state, by the session in which it was sent. */
  addOfSubagent(sessionId: string, update: StoredUpdate): void {
    this.#push({ ...update, [SENT_IN]: sessionId });
  }

  /** Every update with the session in which it is sent again: its own where it names none. */
  replayedIn(ownId: string): readonly { readonly sessionId: string; readonly update: StoredUpdate }[] {
    return this.#updates.map(({ [SENT_IN]: sentIn, ...update }) => ({
      sessionId: typeof sentIn === 'string' ? sentIn : ownId,
      update,
    }));
  }

  #addChunk(sessionUpdate: string, messageId: string | undefined, content: ContentBlock): void {
    const open = this.#message;
    if (content.type !== 'text') this.#push({ sessionUpdate, messageId, content });
    else if (open?.sessionUpdate === sessionUpdate && open.messageId === messageId) {
      open.content.text += content.text;
    } else {
      const message: OpenMessage = {
        sessionUpdate,
        messageId,
        content: { type: 'text', text: content.text },
      };
      this.#push({ ...message });
      this.#message = message;
    }
  }

  #addCall({ content, ...rest }: Extract<SessionUpdate, { toolCallId: string; title?: unknown }>): void {
    // A terminal is gone with the process that it ran in.
    const lasting = content?.filter(({ type }) => type !== 'terminal');
    const fields = {
      ...rest,
      sessionUpdate: 'tool_call',
      ...(lasting === undefined ? {} : { content: lasting }),
    };
    const call = this.#calls.get(rest.toolCallId);
    if (call === undefined) this.#push(fields);
    else Object.assign(call, fields);
  }

  #push(update: StoredUpdate): void {
    this.#message = undefined;
    this.#updates.push(update);
    if (update.sessionUpdate === 'tool_call' && !isOfSubagent(update))
      this.#calls.set(update['toolCallId'], update);
    if (this.#updates.length <= MAX_UPDATES) return;
    const gone = this.#updates.splice(0, MAX_UPDATES / 2);
    for (const { toolCallId } of gone) this.#calls.delete(toolCallId);
  }
}
