// Panel messages about prompts and what they mention. The sources are loaded when something is mentioned first.
import { loadOnce } from '../../core/base/loadOnce.ts';
import type { Agents } from '../../core/agentUpkeep/agentDirectory.ts';
import type { PromptPart } from '../../core/panel/draftAttachment.ts';
import type { ContentBlock } from '../../core/session/content.ts';
import type { McpResources } from '../../core/ports/mcpResources.ts';
import type { Sessions } from '../../core/sessionLifecycle/sessions.ts';
import type { PromptQueue } from '../../core/sessionLifecycle/promptQueue.ts';
import type { CurrentSession } from '../chat/currentSession.ts';
import type { PanelContext, PanelHandlers } from '../chat/panelHandlers.ts';
import { chatStrings } from '../chat/chatStrings.ts';
import type { HostServices } from '../window/hostServices.ts';
import { wholePrompts } from '../prompt/wholePrompts.ts';
import { inBackground } from '../window/inBackground.ts';
import { PromptSender, type ReadPrompt } from './promptSender.ts';
import type { ReadingNotices } from './readingNotices.ts';
import type { RecentEditors } from './recentEditors.ts';
import type { RefusedPrompt, ReturnPromptOptions } from './refusedPrompts.ts';
import type { SessionSourceOptions } from './sources/sessionSource.ts';
import type { TerminalCommands } from './terminalCommands.ts';
import { UnsentPrompts } from './unsentPrompts.ts';

export interface ContextParts {
  readonly sessions: Pick<Sessions, 'prompt' | 'cancel'> & {
    readonly queue: Pick<PromptQueue, 'edit' | 'hold' | 'resume'>;
  };
  readonly agents: Pick<Agents, 'existing'>;
  readonly chat: ReturnPromptOptions & { readonly current: Pick<CurrentSession, 'shownKey'> };
  readonly history: Pick<SessionSourceOptions, 'list' | 'archive' | 'opener'>;
  readonly resources: McpResources;
  readonly recent: RecentEditors;
  readonly commands: TerminalCommands;
  readonly notices: ReadingNotices;
}

type ContextMessageType =
  | 'prompt'
  | 'queue_edit'
  | 'queue_pause'
  | 'queue_resume'
  | 'cancel'
  | 'stop_reading'
  | 'mention_query'
  | 'mention_info'
  | 'open_mention';

/** Assumed of an agent that was not connected yet; what it does not take is left out when the prompt is sent. */
const UNKNOWN_CAPABILITIES = { image: false, audio: false, embeddedContext: true };

/** What is done with the messages of panels about prompts and mentions. */
export function contextHandlers(
  {
    owned,
    store,
    redactors,
    storage,
    clock,
    log,
  }: Pick<HostServices, 'owned' | 'store' | 'redactors' | 'storage' | 'clock' | 'log'>,
  { sessions, agents, chat, history, resources, recent, commands, notices }: ContextParts,
): Pick<PanelHandlers, ContextMessageType> {
  const loaded = loadOnce(async () => {
    const [{ MentionContext }, { createSources }] = await Promise.all([
      import('./mentionContext.ts'),
      import('./sources/createSources.ts'),
    ]);
    const { list, archive, opener } = history;
    const shownKey = (): string | undefined => chat.current.shownKey;
    const options = { owned, store, recent, commands, resources, list, archive, opener, redactors, shownKey };
    return new MentionContext(createSources(options));
  });
  const read: ReadPrompt = (key, content, signal) => notices.during(key, readNow(key, content, signal));
  const readNow: ReadPrompt = async (key, content, signal) => {
    const agent = agents.existing(store.state(key)?.agent ?? '');
    const capabilities = agent?.description?.promptCapabilities ?? UNKNOWN_CAPABILITIES;
    return (await loaded()).read(key, content, capabilities, signal);
  };
  const unsent = owned.add(new UnsentPrompts(storage, clock, log));
  const prompts = new PromptSender(read, unsent);
  const edits = loadOnce(
    async () => new (await import('./queueEdits.ts')).QueueEdits(sessions.queue, read, unsent),
  );
  const refused = loadOnce(async () => {
    const { RefusedPrompts } = await import('./refusedPrompts.ts');
    return owned.add(new RefusedPrompts(chat));
  });
  const giveBack = async (prompt: RefusedPrompt): Promise<void> => (await refused()).giveBack(prompt);
  const refuse = (prompt: RefusedPrompt): void => inBackground(log, giveBack(prompt));
  const giveBackLeft = async (): Promise<void> => {
    const places = await refused();
    // In their order in each session; a prompt that another window still reads for holds back no other session.
    const bySession = Map.groupBy(unsent.left, ({ key }) => key);
    await Promise.all(
      [...bySession].map(async ([key, left]) => {
        for (const prompt of left) {
          if (!(await unsent.isLeft(prompt))) continue;
          const { content, isEdit } = prompt;
          const message = isEdit === true ? chatStrings.editInterrupted() : chatStrings.promptInterrupted();
          places.giveBackWhenShown({ type: 'prompt_refused', key, content: [...content], message }, () =>
            unsent.take(prompt),
          );
        }
      }),
    );
  };
  const whole = wholePrompts(chat.drafts, store);
  const wholeOrRefused = (key: string, parts: readonly PromptPart[]): readonly ContentBlock[] | undefined => {
    const { content, isComplete } = whole(key, parts);
    if (isComplete) return content;
    const message = chatStrings.attachmentMissing();
    refuse({ type: 'prompt_refused', key, content: [...content], message });
    return undefined;
  };
  if (unsent.left.length > 0) inBackground(log, giveBackLeft());
  /** What gives up the last query of a panel. */
  const queries = new WeakMap<PanelContext, AbortController>();
  return {
    prompt: ({ key, content: parts }) => {
      const content = wholeOrRefused(key, parts);
      if (content === undefined) return;
      prompts.send(key, content, { send: (to, blocks) => sessions.prompt(to, blocks), refuse });
    },
    queue_edit: async ({ key, id, content: parts }) => {
      const content = wholeOrRefused(key, parts);
      if (content !== undefined) (await edits()).edit({ key, id, content }, refuse);
    },
    queue_pause: async ({ key }) => (await edits()).pause(key),
    queue_resume: async ({ key }) => (await edits()).resume(key),
    cancel: ({ key }) => {
      prompts.cancel(key);
      sessions.cancel(key);
    },
    stop_reading: async ({ key }) => {
      prompts.cancel(key);
      (await edits()).cancel(key);
    },
    mention_query: async ({ id, text, kind }, panel) => {
      queries.get(panel)?.abort();
      const abort = new AbortController();
      queries.set(panel, abort);
      const context = await loaded();
      await context.list({ text, kind, signal: abort.signal }, (options, isComplete) =>
        panel.post({ type: 'mention_results', id, isComplete, options: [...options] }),
      );
    },
    mention_info: async ({ uris }, panel) => {
      const context = await loaded();
      panel.post({ type: 'mention_details', details: await context.details(uris) });
    },
    open_mention: async ({ key, uri }) => (await loaded()).open(key, uri),
  };
}
