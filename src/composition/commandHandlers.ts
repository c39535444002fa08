// What handles the commands of the kernel, loaded with the first of them.
import { joinDisjoint } from '../core/base/joinDisjoint.ts';
import { agentCommands } from '../host/agents/agentCommands.ts';
import { chatLocationCommands } from '../host/chat/chatLocation.ts';
import { contextMenuCommands } from '../host/chat/contextMenuCommands.ts';
import { permissionCommands } from '../host/permissions/permissionCommands.ts';
import { sessionCommands } from '../host/sessions/sessionCommands.ts';
import { configCommands } from '../host/configOptions/configCommands.ts';
import { fontSizeCommands } from '../host/settings/fontSizeCommands.ts';
import type { CommandHandlers } from '../host/contributions/commands.ts';
import type { HostServices } from '../host/window/hostServices.ts';
import type { Areas } from './areas.ts';

/** The handlers of all commands: the compiler reports one that is missing. */
export function commandHandlers(host: HostServices, areas: Areas): CommandHandlers {
  const { store, logs, agentSettings } = host;
  const { history, controls, tabs, quickPicks, currentKey } = areas;
  const { agents, sessions, decisions } = areas.session;
  const { chats, current } = areas.chat;
  return joinDisjoint(
    sessionCommands({
      store,
      sessions,
      current,
      chats,
      tabs,
      history,
      quickPicks,
      redactors: host.redactors,
      currentKey,
    }),
    agentCommands({
      store,
      agents,
      sessions,
      current,
      logs,
      currentKey,
      agentSettings,
      mcpFiles: host.mcpFiles,
      context: host.context,
    }),
    chatLocationCommands(chats, areas.chat.sidebar.place),
    contextMenuCommands(chats),
    areas.attach.commands,
    configCommands(controls, chats),
    fontSizeCommands(),
    permissionCommands({ store, sessions, current, rules: areas.rules, decisions }),
  );
}
