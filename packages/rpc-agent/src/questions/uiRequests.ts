// What the extensions of a CLI ask and show, for the client: questions as elicitations, the rest as updates.
import {
  methods,
  type AgentContext,
  type ClientCapabilities,
  type SessionUpdate,
} from '@agentclientprotocol/sdk';
import * as z from 'zod';
import { agentMessage } from '../conversation/agentMessage.ts';
import type { RpcFrame } from '../cli/frames.ts';
import { hasCapability } from '../session/clientCapability.ts';
import type { CliNotices } from '../session/cliNotices.ts';
import type { RpcCli } from '../cli/rpcCli.ts';
import { FIELD, plain, questionOf, uiRequest, type UiRequest } from './questionForm.ts';

/** A longer timer would fire at once. */
const MAX_TIMER_MS = 2_147_483_647;

/** A session, or a request of the client's that is not answered yet (R115). */
export type QuestionScope = { readonly sessionId: string } | { readonly requestId: string | number | null };

export interface UiRequestsOptions {
  readonly cli: Pick<RpcCli, 'send'>;
  readonly client: Pick<AgentContext, 'request'>;
  readonly capabilities: ClientCapabilities;
  /** What the questions are about, as soon as the client knows of it: before, it cannot be asked. */
  readonly scope: Promise<QuestionScope>;
  readonly notices: Pick<CliNotices, 'notify'>;
  readonly send: (update: SessionUpdate) => void;
  readonly setTitle: (title: string) => void;
  readonly log: (line: string) => void;
}

/** Serves the UI requests of one CLI. Dispose withdraws the questions that are open, and the lines that are shown. */
export class UiRequests {
  readonly #options: UiRequestsOptions;
  readonly #asked = new Map<string, AbortController>();
  readonly #statuses = new Map<string, string>();
  readonly #widgets = new Map<string, object>();

  constructor(options: UiRequestsOptions) {
    this.#options = options;
  }

  /** Whether an answer of the user is awaited. */
  get isAsking(): boolean {
    return this.#asked.size > 0;
  }

  /** Serves a frame, if it is one of these. */
  handleFrame(frame: RpcFrame): void {
    if (frame.type !== 'extension_ui_request') return;
    const request = uiRequest.safeParse(frame);
    if (!request.success) {
      this.#options.log(`Not a UI request: ${JSON.stringify(frame).slice(0, 500)}`);
      return;
    }
    this.#serve(request.data);
  }

  dispose(): void {
    for (const controller of this.#asked.values()) controller.abort();
    this.#asked.clear();
    if (this.#statuses.size > 0) this.#sendMeta('parley.dev/status', withoutAll(this.#statuses));
    if (this.#widgets.size > 0) this.#sendMeta('parley.dev/widget', withoutAll(this.#widgets));
    this.#statuses.clear();
    this.#widgets.clear();
  }

  #serve(request: UiRequest): void {
    const { send, setTitle } = this.#options;
    switch (request.method) {
      case 'notify':
        this.#notify(request);
        break;
      case 'setStatus':
        this.#setStatus(request);
        break;
      case 'setWidget':
        this.#setWidget(request);
        break;
      case 'setTitle':
        setTitle(plain(request.title).trim());
        break;
      case 'set_editor_text': {
        const _meta = { 'parley.dev/composerText': request.text ?? '' };
        send({ sessionUpdate: 'session_info_update', _meta });
        break;
      }
      case 'cancel':
        this.#asked.get(request.targetId ?? '')?.abort();
        break;
      case 'open_url':
        this.#openPage(request);
        break;
      default:
        this.#ask(request).catch((error: unknown) =>
          this.#options.log(`A question failed: ${String(error)}`),
        );
    }
  }

  /** Asks, and answers the CLI unless it has stopped waiting. */
  async #ask(request: UiRequest): Promise<void> {
    const { cli, client, capabilities, scope, log } = this.#options;
    const { id, timeout } = request;
    const key = String(id);
    const answer = (fields: object): void => cli.send({ type: 'extension_ui_response', id, ...fields });
    const question = questionOf(request);
    if (question === undefined || !hasCapability(capabilities.elicitation?.form)) {
      answer({ cancelled: true });
      if (question === undefined) this.#cannotShow(request);
      else this.#cannotAsk(question.message);
      return;
    }
    const deadline = timeout === undefined ? undefined : Date.now() + timeout;
    const asked = new AbortController();
    this.#asked.set(key, asked);
    // When the time is up the CLI goes on with its own default: nobody waits for an answer any more.
    const timer =
      timeout === undefined ? undefined : setTimeout(() => asked.abort(), Math.min(timeout, MAX_TIMER_MS));
    try {
      const about = await scope;
      asked.signal.throwIfAborted();
      const response = await client.request(
        methods.client.elicitation.create,
        {
          mode: 'form',
          ...about,
          message: question.message,
          requestedSchema: question.schema,
          _meta: { ...question.meta, ...(deadline === undefined ? {} : { 'parley.dev/deadline': deadline }) },
        },
        { cancellationSignal: asked.signal, stopWaitingOnCancel: true },
      );
      const value = response.action === 'accept' ? accepted.parse(response).content[FIELD] : undefined;
      answer(response.action === 'accept' ? question.answerOf(value) : { cancelled: true });
    } catch (error) {
      if (asked.signal.aborted) return;
      log(`A question could not be asked: ${String(error)}`);
      answer({ cancelled: true });
    } finally {
      clearTimeout(timer);
      // Another question may have come under the same id.
      if (this.#asked.get(key) === asked) this.#asked.delete(key);
    }
  }

  #cannotAsk(question: string): void {
    this.#say(`The agent asked: ${question}\n\nThis client does not support questions, so it was canceled.`);
  }

  /** What only sets something, as a footer, asks nobody. */
  #cannotShow({ method, title, message }: UiRequest): void {
    this.#options.log(`Unknown UI request: ${method}`);
    if (method.startsWith('set')) return;
    const asked = plain(title ?? message).trim();
    const what =
      asked === '' ? `The agent asked a question of the kind “${method}”` : `The agent asked: ${asked}`;
    this.#say(`${what}\n\nIt cannot be shown, so it was canceled.`);
  }

  #notify({ message, notifyType }: UiRequest): void {
    const text = plain(message).trim();
    if (text === '') return;
    if (!hasCapability(this.#options.capabilities.session?.notices)) {
      this.#say(text);
      return;
    }
    const [title = '', ...rest] = text.split('\n');
    const severity = notifyType === 'warning' || notifyType === 'error' ? notifyType : 'info';
    this.#options.notices.notify(severity, title, rest.join('\n').trim() || undefined);
  }

  #setStatus({ statusKey = '', statusText }: UiRequest): void {
    const text = plain(statusText).trim();
    const gone = text === '' && this.#statuses.delete(statusKey) ? { [statusKey]: null } : {};
    if (text !== '') this.#statuses.set(statusKey, text);
    else if (!(statusKey in gone)) return;
    this.#sendMeta('parley.dev/status', { ...Object.fromEntries(this.#statuses), ...gone });
  }

  #setWidget({ widgetKey = '', widgetLines = [], widgetPlacement }: UiRequest): void {
    const gone = widgetLines.length === 0 && this.#widgets.delete(widgetKey) ? { [widgetKey]: null } : {};
    if (widgetLines.length > 0) {
      const placement = widgetPlacement === 'belowEditor' ? 'below' : 'above';
      this.#widgets.set(widgetKey, { lines: widgetLines.map(plain), placement });
    } else if (!(widgetKey in gone)) {
      // oh-my-pi clears a widget that was never shown after every turn.
      return;
    }
    this.#sendMeta('parley.dev/widget', { ...Object.fromEntries(this.#widgets), ...gone });
  }

  /** All of them each time: a client may merge what a key holds or replace it (R105). */
  #sendMeta(key: string, value: object): void {
    this.#options.send({ sessionUpdate: 'session_info_update', _meta: { [key]: value } });
  }

  #openPage({ id, url, instructions, message }: UiRequest): void {
    const { client, capabilities, scope, log } = this.#options;
    if (url === undefined) return;
    const why = plain(instructions ?? message).trim() || 'The agent asks you to open a web page.';
    if (!hasCapability(capabilities.elicitation?.url)) {
      this.#say(`${why}\n\n<${url}>`);
      return;
    }
    scope
      .then((about) =>
        client.request(methods.client.elicitation.create, {
          mode: 'url',
          ...about,
          message: why,
          elicitationId: String(id),
          url,
        }),
      )
      .catch((error: unknown) => log(`A page could not be offered: ${String(error)}`));
  }

  #say(text: string): void {
    this.#options.send(agentMessage(text));
  }
}

/** Removes everything that is shown by these keys. */
function withoutAll(shown: ReadonlyMap<string, unknown>): object {
  return Object.fromEntries([...shown.keys()].map((key) => [key, null]));
}

const accepted = z.looseObject({
  content: z
    .record(z.string(), z.unknown())
    .nullish()
    .transform((content) => content ?? {}),
});
