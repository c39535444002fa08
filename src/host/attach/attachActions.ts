// What "Add to Chat" and the panel's requests to add something do; loaded with the first use.
import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { Agents } from '../../core/agentUpkeep/agentDirectory.ts';
import type { AddedContext, ContextSource } from '../../core/panel/addedContext.ts';
import type { HostMessage } from '../../core/panel/hostMessage.ts';
import { attachedName } from '../../core/session/content.ts';
import type { CurrentSession } from '../chat/currentSession.ts';
import type { Drafts } from '../prompt/drafts.ts';
import type { Chats } from '../chat/openChats.ts';
import type { PanelContext, PanelMessageOf } from '../chat/panelHandlers.ts';
import type { RawArguments } from '../contributions/commandArguments.ts';
import type { HostServices } from '../window/hostServices.ts';
import { attachStrings } from './attachStrings.ts';
import { AttachedTexts } from './attachedTexts.ts';
import { chooseSource, contextFrom, selectionContext } from './contextSources.ts';
import { contextTargets } from './contextTargets.ts';
import { gatherContext, MAX_ADDED, type AcceptedMedia, type GatheredContext } from './gatherContext.ts';
import { ImplicitContexts } from './implicitContext.ts';
import { lastTerminalCommand, terminalSelection } from './terminalContext.ts';

export interface AttachOptions {
  readonly agents: Pick<Agents, 'existing'>;
  readonly current: Pick<CurrentSession, 'startNew'>;
  readonly chats: Chats;
  readonly drafts: Pick<Drafts, 'offer' | 'attachment'>;
  /** The current session; restored or created if there is none yet. */
  readonly currentKey: () => Promise<string>;
}

export type AttachServices = Pick<HostServices, 'store' | 'owned' | 'clock'> & {
  readonly context: Pick<vscode.ExtensionContext, 'globalState'>;
};

const TEXT_ALONE: AcceptedMedia = { image: false, audio: false };

export class AttachActions {
  readonly #store: AttachServices['store'];
  readonly #options: AttachOptions;
  readonly #texts: AttachedTexts;
  readonly #implicit: ImplicitContexts;

  constructor({ store, owned, clock, context }: AttachServices, options: AttachOptions) {
    this.#store = store;
    this.#options = options;
    this.#texts = owned.add(new AttachedTexts());
    this.#implicit = owned.add(
      new ImplicitContexts({ chats: options.chats, clock, state: context.globalState }),
    );
  }

  /** Adds what a command was called on, or lets the user choose what to add. */
  async addContext(raw: RawArguments): Promise<void> {
    if (raw.length > 0) return this.addTargets(raw);
    const accepted = this.#acceptedBy(await this.#options.currentKey());
    const source = await chooseSource(accepted);
    const context = source === undefined ? undefined : await contextFrom(source, accepted);
    if (context !== undefined) await this.#addToCurrent(context);
    return undefined;
  }

  /** Adds what a menu was opened on. */
  async addTargets(raw: RawArguments): Promise<void> {
    const targets = await contextTargets(raw);
    const accepted = this.#acceptedBy(await this.#options.currentKey());
    await this.#addToCurrent(
      targets.length === 0 ? { note: attachStrings.nothingToAdd() } : await gatherContext(targets, accepted),
    );
  }

  /** Adds the selection. It is read before the chat opens, which may take the place of the editor. */
  async addSelection(): Promise<void> {
    await this.#addToCurrent(await selectionContext(TEXT_ALONE));
  }

  async addTerminalSelection(): Promise<void> {
    await this.#addToCurrent((await terminalSelection()) ?? { note: attachStrings.nothingSelected() });
  }

  async addTerminalCommand(): Promise<void> {
    await this.#addToCurrent((await lastTerminalCommand()) ?? { note: attachStrings.nothingInTerminal() });
  }

  /** Puts a prompt into the composer, and sends it if `isSent`; `prompt` is given what the agent accepts. */
  async addPrompt(
    prompt: (accepted: AcceptedMedia) => Promise<GatheredContext>,
    isSent: boolean,
  ): Promise<void> {
    const context = await prompt(this.#acceptedBy(await this.#options.currentKey()));
    await this.#addToCurrent(context, isSent && context.text !== undefined ? { sends: true } : {});
  }

  /** Adds what an item of a panel's menu stands for. */
  async attach(key: string, source: ContextSource, panel: PanelContext): Promise<void> {
    const context = await contextFrom(source, this.#acceptedBy(key));
    if (context !== undefined) panel.post(this.#message(context));
  }

  /** Adds what was dropped on a panel. */
  async addDropped({ key, uris, field }: PanelMessageOf<'add_dropped'>, panel: PanelContext): Promise<void> {
    const targets = uris
      .slice(0, MAX_ADDED + 1)
      .map((uri) => ({ kind: 'resource', uri: vscode.Uri.parse(uri) }) as const);
    const gathered = await gatherContext(targets, this.#acceptedBy(key));
    panel.post(this.#message(gathered, field === undefined ? {} : { field }));
  }

  sendImplicitContext(panel: PanelContext): void {
    this.#implicit.send(panel);
  }

  async turnImplicitContext(isOn: boolean): Promise<void> {
    await this.#implicit.turn(isOn);
  }

  /** Opens a text that is attached to a draft; saves other content. */
  async openAttachment({ key, id }: PanelMessageOf<'open_attachment'>): Promise<void> {
    const block = this.#options.drafts.attachment(key, id);
    if (block?.type !== 'resource') return;
    const { text, blob, uri } = block.resource;
    const name = attachedName(uri) ?? basename(uri);
    if (text !== undefined) await this.openText({ name, text });
    else if (blob !== undefined) {
      const { saveBinary } = await import('./saveBinary.ts');
      await saveBinary({ key, name, data: blob }, this.#store);
    }
  }

  async openText(text: { readonly name: string; readonly text: string }): Promise<void> {
    await this.#texts.open(text);
  }

  /** What is attached stays with the drafts: the panel gets what it shows of it. */
  #message(
    { attachments, ...context }: GatheredContext,
    how: Pick<AddedContext, 'field' | 'sends'> = {},
  ): HostMessage {
    const offered =
      attachments === undefined ? {} : { attachments: [...this.#options.drafts.offer(attachments)] };
    return { type: 'add_context', context: { ...context, ...offered, ...how } };
  }

  #acceptedBy(key: string): AcceptedMedia {
    const agent = this.#options.agents.existing(this.#store.state(key)?.agent ?? '');
    const { image = false, audio = false } = agent?.description?.promptCapabilities ?? {};
    return { image, audio };
  }

  /** Opens the current chat, or a new session where that one is read-only, and adds to its draft. */
  async #addToCurrent(context: GatheredContext, how: Pick<AddedContext, 'sends'> = {}): Promise<void> {
    const { current, chats, currentKey } = this.#options;
    if (this.#store.state(await currentKey())?.readOnly !== undefined) await current.startNew();
    await chats.reveal();
    chats.post(this.#message(context, how));
  }
}
