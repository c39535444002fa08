// The commands "Add to Chat" and what the panel asks for to add something.
import { loadOnce } from '../../core/base/loadOnce.ts';
import type { PanelContext, PanelHandlers } from '../chat/panelHandlers.ts';
import type { CommandHandlers } from '../contributions/commands.ts';
import type { AttachOptions, AttachServices } from './attachActions.ts';
import type { AcceptedMedia, GatheredContext } from './gatherContext.ts';

type AttachCommandId =
  | 'parley.addContext'
  | 'parley.addToChat'
  | 'parley.addSelection'
  | 'parley.addTerminalSelection'
  | 'parley.addTerminalCommand';
type AttachMessageType =
  'attach' | 'add_dropped' | 'set_implicit_context' | 'open_text' | 'open_attachment' | 'save_binary';

export interface AttachHandlers {
  readonly commands: Pick<CommandHandlers, AttachCommandId>;
  readonly panel: Pick<PanelHandlers, AttachMessageType>;
  /** Puts a prompt into the composer of the current session. `prompt` is given what its agent accepts. */
  readonly addPrompt: (
    prompt: (accepted: AcceptedMedia) => Promise<GatheredContext>,
    isSent: boolean,
  ) => Promise<void>;
  /** Called when a panel is new or was hidden. */
  readonly onReady: (panel: PanelContext) => Promise<void>;
}

export function createAttach(services: AttachServices, options: AttachOptions): AttachHandlers {
  const actions = loadOnce(
    async () => new (await import('./attachActions.ts')).AttachActions(services, options),
  );
  return {
    commands: {
      'parley.addContext': async ({ targets }) => (await actions()).addContext(targets),
      'parley.addToChat': async ({ targets }) => (await actions()).addTargets(targets),
      'parley.addSelection': async () => (await actions()).addSelection(),
      'parley.addTerminalSelection': async () => (await actions()).addTerminalSelection(),
      'parley.addTerminalCommand': async () => (await actions()).addTerminalCommand(),
    },
    panel: {
      attach: async ({ key, source }, panel) => (await actions()).attach(key, source, panel),
      add_dropped: async (dropped, panel) => (await actions()).addDropped(dropped, panel),
      set_implicit_context: async ({ isOn }) => (await actions()).turnImplicitContext(isOn),
      open_text: async (text) => (await actions()).openText(text),
      open_attachment: async (message) => (await actions()).openAttachment(message),
      save_binary: async (content) => (await import('./saveBinary.ts')).saveBinary(content, services.store),
    },
    addPrompt: async (prompt, isSent) => (await actions()).addPrompt(prompt, isSent),
    onReady: async (panel) => (await actions()).sendImplicitContext(panel),
  };
}
