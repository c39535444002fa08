// Message chunks: grouping into messages (R50), echo of the prompt (R52), thoughts apart from answers.
import { addEntry } from '../addEntry.ts';
import { appendContent, plainText } from '../content.ts';
import { findLastEntry, isUserPrompt, replaceEntry, type Entry, type FoundEntry } from '../entries.ts';
import { shortBlock } from '../shortContent.ts';
import type { SessionState } from '../model.ts';
import { isWorking } from '../selectors.ts';
import type { EventsByType } from '../events.ts';
import type { Topic } from '../topic.ts';

type MessageChunk = EventsByType['message_chunk'];
type MessageEntry = Extract<Entry, { kind: 'user' | 'agent' | 'thought' }>;

/** How many messages of several ids an agent may write at once. */
const MAX_OPEN_MESSAGES = 256;

/** How far back the end of the last turn is looked for. */
const MAX_ENTRIES_SINCE_TURN = 256;

const messageTraits = {
  text: ({ content }: MessageEntry) => plainText(content),
  searchText: ({ content }: MessageEntry) => plainText(content),
  shortened: <Each extends MessageEntry>(entry: Each): Each => ({
    ...entry,
    content: entry.content.map(shortBlock),
  }),
};

export const messageTopic: Topic<'message_chunk', 'user' | 'agent' | 'thought'> = {
  handlers: { message_chunk: reduceMessageChunk },
  updates: { message_chunk: { inReplay: 'entry', isSignOfLife: true } },
  entries: { user: messageTraits, agent: messageTraits, thought: messageTraits },
};

function reduceMessageChunk(state: SessionState, chunk: MessageChunk): SessionState {
  if (chunk.content.type === 'text' && chunk.content.text === '') return state;
  if (chunk.role === 'user' && isSteered(state, chunk)) return reduceSteeredEcho(state, chunk);
  if (chunk.role === 'user' && state.turn?.echo !== undefined) return reduceEcho(state, chunk);
  return appendChunk(chunk.role === 'user' ? state : withHeldEcho(state, chunk.at), chunk);
}

function isSteered(state: SessionState, { content }: MessageChunk): boolean {
  const steered = state.turn?.steered ?? [];
  return content.type === 'text' && steered.some((prompt) => plainText(prompt.content) === content.text);
}

/** The agent has read a message that was handed to it: it stands in the transcript already (R52). */
function reduceSteeredEcho(state: SessionState, { content }: MessageChunk): SessionState {
  const { turn } = state;
  if (turn?.steered === undefined || content.type !== 'text') return state;
  const read = turn.steered.findIndex((prompt) => plainText(prompt.content) === content.text);
  return { ...state, turn: { ...turn, steered: turn.steered.toSpliced(read, 1) } };
}

function appendChunk(state: SessionState, chunk: MessageChunk): SessionState {
  const target = findMessage(state, chunk);
  if (target === undefined) {
    const talking =
      chunk.role !== 'user' && isLate(state, chunk.at) ? { ...state, isTalking: true as const } : state;
    return addEntry(talking, chunk.at, {
      ...(chunk.role === 'user' ? { kind: chunk.role, origin: 'agent' } : { kind: chunk.role }),
      // How long one took that comes outside any work, such as in a replay, is not known.
      ...(chunk.role === 'thought' && !isWorking(state) ? { endedAt: chunk.at } : {}),
      content: [chunk.content],
      ...(chunk.messageId === undefined ? {} : { messageId: chunk.messageId }),
      ...(chunk.role === 'user' && chunk.forkPoint !== undefined ? { forkPoint: chunk.forkPoint } : {}),
    });
  }
  const { position, found } = target;
  const content = appendContent(found.content, chunk.content);
  const talking = chunk.role !== 'user' && isLate(state, found.at) ? { isTalking: true as const } : {};
  return { ...state, ...talking, entries: replaceEntry(state.entries, position, { ...found, content }) };
}

/** What begins this long after the end of a turn does not belong to it, and only came late: the agent goes on. */
const MIN_LATE_MS = 200;

/** Whether what began at a time does so after the turn. Not each piece of a message counts, as pieces are merged. */
export function isLate(state: SessionState, beganAt: number): boolean {
  if (state.turn !== undefined || state.opening || state.isTalking === true) return false;
  const isEnd = (entry: Entry): entry is Extract<Entry, { kind: 'turn' }> => entry.kind === 'turn';
  const end = findLastEntry(state.entries, isEnd, MAX_ENTRIES_SINCE_TURN);
  return end !== undefined && beganAt - end.found.at > MIN_LATE_MS;
}

/**
 * The message a chunk belongs to: one of that id, or the last one where neither has an id. It stands at the end of the
 * transcript, behind nothing but messages of its kind and what sub-agents do, which is shown elsewhere: agents use ids
 * again, and anything else ends a message. A prompt that the user sent is never continued.
 */
function findMessage(state: SessionState, chunk: MessageChunk): FoundEntry<MessageEntry> | undefined {
  const isOther = (candidate: Entry): candidate is Entry =>
    candidate.kind === 'tool'
      ? candidate.call.parentToolCallId === undefined
      : candidate.kind !== chunk.role ||
        isUserPrompt(candidate) ||
        chunk.messageId === undefined ||
        candidate.messageId === chunk.messageId;
  const last = findLastEntry(state.entries, isOther, MAX_OPEN_MESSAGES);
  return last !== undefined && isMessage(last.found, chunk) ? { ...last, found: last.found } : undefined;
}

function isMessage(candidate: Entry, { role, messageId }: MessageChunk): candidate is MessageEntry {
  return candidate.kind === role && candidate.messageId === messageId && !isUserPrompt(candidate);
}

/** A user chunk while the prompt's text may still be echoed: what repeats the prompt is not shown twice. */
function reduceEcho(state: SessionState, chunk: MessageChunk): SessionState {
  const { turn } = state;
  if (turn?.echo === undefined || chunk.content.type !== 'text') return state;
  const { echo, heldEcho = '', ...withoutEcho } = turn;
  const { text } = chunk.content;
  if (echo === text) return { ...state, turn: withoutEcho };
  const said = heldEcho + text;
  if (echo.startsWith(text))
    return { ...state, turn: { ...withoutEcho, echo: echo.slice(text.length), heldEcho: said } };
  const content = { ...chunk.content, text: said };
  return appendChunk({ ...state, turn: withoutEcho }, { ...chunk, content });
}

/** The session once the agent answers: what was only the beginning of the prompt was no echo of it. */
function withHeldEcho(state: SessionState, at: number): SessionState {
  const { turn } = state;
  if (turn?.heldEcho === undefined) return state;
  const { echo, heldEcho: text, ...withoutEcho } = turn;
  const after = { ...state, turn: withoutEcho };
  if (echo === undefined || echo.trim() === '') return after;
  return appendChunk(after, { type: 'message_chunk', at, role: 'user', content: { type: 'text', text } });
}

/** The session after its agent no longer writes. */
export function withoutTalk(state: SessionState): SessionState {
  const { isTalking: _noLonger, ...rest } = state;
  return rest;
}
