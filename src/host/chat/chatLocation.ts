// Moves the Chat and Sessions views between the side bars, by VS Code's own commands.
import * as vscode from 'vscode';
import type { CommandHandlers } from '../contributions/commands.ts';
import { SESSIONS_VIEW } from '../contributions/views.ts';
import type { ChatPlace } from './chatPlace.ts';
import { CHAT_VIEW } from './chatView.ts';
import type { Chats } from './openChats.ts';

/** The view containers of package.json, as VS Code names them. VS Code before 1.106 has no secondary one. */
const PRIMARY = 'workbench.view.extension.parley';
const SECONDARY = 'workbench.view.extension.parleySecondary';

type LocationCommandId = 'parley.moveToSecondarySideBar' | 'parley.moveToPrimarySideBar';

export function chatLocationCommands(
  chats: Chats,
  place: ChatPlace,
): Pick<CommandHandlers, LocationCommandId> {
  return {
    'parley.moveToSecondarySideBar': async () => {
      if (!hasSecondaryContainer()) {
        await letUserMove();
        return;
      }
      place.moved(true);
      await moveTo(SECONDARY, chats);
    },
    'parley.moveToPrimarySideBar': async () => {
      const leavesEmpty = place.isSecondary && chats.sidebar.isVisible;
      place.moved(false);
      await moveTo(PRIMARY, chats);
      // VS Code leaves the side bar open that showed nothing else.
      if (leavesEmpty) await vscode.commands.executeCommand('workbench.action.closeAuxiliaryBar');
    },
  };
}

function hasSecondaryContainer(): boolean {
  const [major = 0, minor = 0] = vscode.version.split('.').map(Number);
  return major > 1 || minor >= 106;
}

/** VS Code remembers the place, for all windows. */
async function moveTo(destinationId: string, chats: Chats): Promise<void> {
  await vscode.commands.executeCommand('vscode.moveViews', {
    viewIds: [CHAT_VIEW, SESSIONS_VIEW],
    destinationId,
  });
  await chats.sidebar.reveal();
}

/** VS Code's own quick pick of the places that the view can be moved to. */
async function letUserMove(): Promise<void> {
  await vscode.commands.executeCommand(`${CHAT_VIEW}.focus`);
  await vscode.commands.executeCommand('workbench.action.moveFocusedView');
}
