// "Add to Chat": commands of VS Code's menus, and the panel's requests to add something; loaded with the first use.
import * as vscode from 'vscode';
import type { Agents } from '../../core/agentUpkeep/agentDirectory.ts';
import type { AddedContext } from '../../core/panel/addedContext.ts';
import type { CurrentSession } from '../chat/currentSession.ts';
import type { Chats } from '../chat/openChats.ts';
import type { PanelContext, PanelHandlers } from '../chat/panelHandlers.ts';
import type { RawArguments } from '../contributions/commandArguments.ts';
import type { CommandHandlers } from '../contributions/commands.ts';
import type { HostServices } from '../window/hostServices.ts';
import type { AttachedTexts } from './attachedTexts.ts';
import type { AcceptedMedia } from './gatherContext.ts';
import type { ImplicitContexts } from './implicitContext.ts';
import { offerProblems } from './problemActions.ts';

export interface AttachOptions {
  readonly agents: Agents;
  readonly current: CurrentSession;
  readonly chats: Chats;
  /** The current session; restored or created if there is none yet. */
  readonly currentKey: () => Promise<string>;
}

type AttachCommandId =
  | 'parley.addContext'
  | 'parley.addToChat'
  | 'parley.addSelection'
  | 'parley.addTerminalSelection'
  | 'parley.addTerminalCommand';
type AttachMessageType = 'attach' | 'add_dropped' | 'set_implicit_context' | 'open_text';

export interface AttachHandlers {
  readonly commands: Pick<CommandHandlers, AttachCommandId>;
  readonly panel: Pick<PanelHandlers, AttachMessageType>;
  /** Called when a panel is new or was hidden. */
  readonly onReady: (panel: PanelContext) => Promise<void>;
}

export function createAttach(
  { store, owned, clock, context: { globalState } }: HostServices,
  { agents, current, chats, currentKey }: AttachOptions,
): AttachHandlers {
  owned.add(offerProblems());
  let implicit: Promise<ImplicitContexts> | undefined;
  const loadImplicit = async (): Promise<ImplicitContexts> => {
    const loaded = await import('./implicitContext.ts');
    return owned.add(new loaded.ImplicitContexts({ chats, clock, state: globalState }));
  };
  let texts: Promise<AttachedTexts> | undefined;
  const loadTexts = async (): Promise<AttachedTexts> => {
    const loaded = await import('./attachedTexts.ts');
    return owned.add(new loaded.AttachedTexts());
  };

  const acceptedOf = (key: string | undefined): AcceptedMedia => {
    const agent = agents.existing(store.state(key ?? '')?.agent ?? '');
    const { image = false, audio = false } = agent?.description?.promptCapabilities ?? {};
    return { image, audio };
  };

  /** Opens the current chat, or a new session where that one is read-only, and adds to its draft. */
  const addToCurrent = async (context: AddedContext): Promise<void> => {
    if (store.state(await currentKey())?.readOnly !== undefined) await current.startNew();
    await chats.reveal();
    chats.post({ type: 'add_context', context });
  };

  const addTargets = async (raw: RawArguments): Promise<void> => {
    const [{ contextTargets }, { gatherContext }, { attachStrings }] = await loadGathering();
    const targets = await contextTargets(raw);
    const accepted = acceptedOf(await currentKey());
    await addToCurrent(
      targets.length === 0 ? { note: attachStrings.nothingToAdd() } : await gatherContext(targets, accepted),
    );
  };

  return {
    commands: {
      'parley.addContext': async ({ targets }) => {
        if (targets.length > 0) return addTargets(targets);
        const { chooseSource, contextFrom } = await import('./contextSources.ts');
        const accepted = acceptedOf(await currentKey());
        const source = await chooseSource(accepted);
        const context = source === undefined ? undefined : await contextFrom(source, accepted);
        if (context !== undefined) await addToCurrent(context);
        return undefined;
      },
      'parley.addToChat': ({ targets }) => addTargets(targets),
      'parley.addSelection': async () => {
        const { selectionContext } = await import('./contextSources.ts');
        // What is selected is asked for before the chat opens, which may take the place of the editor.
        await addToCurrent(await selectionContext({ image: false, audio: false }));
      },
      'parley.addTerminalSelection': async () => {
        const [{ terminalSelection }, { attachStrings }] = await loadTerminal();
        await addToCurrent((await terminalSelection()) ?? { note: attachStrings.nothingSelected() });
      },
      'parley.addTerminalCommand': async () => {
        const [{ lastTerminalCommand }, { attachStrings }] = await loadTerminal();
        await addToCurrent((await lastTerminalCommand()) ?? { note: attachStrings.nothingInTerminal() });
      },
    },
    panel: {
      attach: async ({ key, source }, panel) => {
        const { contextFrom } = await import('./contextSources.ts');
        const context = await contextFrom(source, acceptedOf(key));
        if (context !== undefined) panel.post({ type: 'add_context', context });
      },
      add_dropped: async ({ key, uris }, panel) => {
        const [, { gatherContext, MAX_ADDED }] = await loadGathering();
        const targets = uris
          .slice(0, MAX_ADDED + 1)
          .map((uri) => ({ kind: 'resource', uri: vscode.Uri.parse(uri) }) as const);
        panel.post({ type: 'add_context', context: await gatherContext(targets, acceptedOf(key)) });
      },
      set_implicit_context: async ({ isOn }) => (await (implicit ??= loadImplicit())).turn(isOn),
      open_text: async (text) => (await (texts ??= loadTexts())).open(text),
    },
    onReady: async (panel) => (await (implicit ??= loadImplicit())).send(panel),
  };
}

const loadGathering = () =>
  Promise.all([import('./contextTargets.ts'), import('./gatherContext.ts'), import('./attachStrings.ts')]);

const loadTerminal = () => Promise.all([import('./terminalContext.ts'), import('./attachStrings.ts')]);
