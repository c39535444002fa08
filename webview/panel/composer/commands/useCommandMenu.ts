// Commands of the agent and actions of Parley while a prompt begins with a slash: which fit, and the keys that choose one
// (R89, R90).
import { useMemo, useState } from 'react';
import type { AvailableCommand } from '../../../../src/core/session/info/state.ts';
import { usePanel, usePost, useSession, useSessionKey } from '../../state/panelContext.tsx';
import { parleyActions, type ParleyAction } from './parleyActions.ts';

/** A command of the agent, or an action of Parley. */
type ListedCommand = AvailableCommand & { readonly action?: ParleyAction };

export interface CommandMenu {
  /** The commands that fit what was typed; empty when there is nothing to choose. */
  readonly commands: readonly ListedCommand[];
  /** The one the keyboard is at; -1 where none begins with what was typed, so that Enter sends that. */
  readonly active: number;
  /** The hint of the typed command, while nothing follows it. */
  readonly hint: string | undefined;
  readonly choose: (command: ListedCommand) => void;
  /** Handles a key; returns whether it was for the menu. */
  readonly onKeyDown: (event: KeyboardEvent) => boolean;
}

const NOTHING_CHOSEN = { text: '', index: 0 };

/** `text` is what is typed where it may be a command. `setText` replaces it. `hasActions`: Parley's own are among them. */
export function useCommandMenu(
  text: string,
  setText: (text: string) => void,
  hasActions: boolean,
): CommandMenu {
  const post = usePost();
  const all = useListedCommands(hasActions);
  // A selection belongs to the text it was made for: another text has another list.
  const [chosen, setChosen] = useState(NOTHING_CHOSEN);
  const [closedFor, setClosedFor] = useState<string>();
  // Who types the same again wants the list again.
  if (closedFor !== undefined && closedFor !== text) setClosedFor(undefined);
  const typed = /^\/(\S*)$/.exec(text)?.[1]?.toLowerCase();
  const isOpen = typed !== undefined && closedFor !== text;
  const commands = isOpen ? matching(all, typed) : [];
  const fitting = commands[0]?.name.toLowerCase().startsWith(typed ?? '') === true ? 0 : -1;
  const active = Math.min(chosen.text === text ? chosen.index : fitting, commands.length - 1);
  const complete = /^\/(\S+)\s$/.exec(text)?.[1];

  const choose = ({ name, action }: ListedCommand): void => {
    setChosen(NOTHING_CHOSEN);
    setText(action === undefined ? `/${name} ` : '');
    if (action !== undefined) post(action.message);
  };
  const onKeyDown = (event: KeyboardEvent): boolean => {
    const [first] = commands;
    if (first === undefined || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return false;
    const command = commands[active];
    switch (event.key) {
      case 'ArrowDown':
        setChosen({ text, index: (active + 1) % commands.length });
        return true;
      case 'ArrowUp':
        setChosen({ text, index: (active <= 0 ? commands.length : active) - 1 });
        return true;
      case 'Enter':
        if (command === undefined) return false;
        // A complete command without arguments is sent.
        if (command.action === undefined && isWhole(command, typed) && command.hint === undefined)
          return false;
        choose(command);
        return true;
      case 'Tab':
        choose(command ?? first);
        return true;
      case 'Escape':
        setClosedFor(text);
        return true;
      default:
        return false;
    }
  };
  const hint = all.find(({ name }) => name === complete)?.hint;
  return { commands, active, hint, choose, onKeyDown };
}

/** The agent's commands, then Parley's actions. */
function useListedCommands(hasActions: boolean): readonly ListedCommand[] {
  const key = useSessionKey();
  const commands = useSession((state) => state.commands);
  const canFork = usePanel(({ sessionAbilities }) => sessionAbilities.fork);
  return useMemo(() => {
    const actions = hasActions ? parleyActions({ key, commands, canFork }) : [];
    return [
      // One without a name cannot be typed.
      ...commands.filter(({ name }) => name.trim() !== ''),
      ...actions.map((action) => ({ name: action.name, description: action.description, action })),
    ];
  }, [key, commands, canFork, hasActions]);
}

function isWhole({ name }: ListedCommand, typed: string | undefined): boolean {
  return name.toLowerCase() === typed;
}

/**
 * Commands with the typed name, those whose name begins with it, then those that contain it. Of one name the agent's is
 * first.
 */
function matching(all: readonly ListedCommand[], typed: string): readonly ListedCommand[] {
  const rank = (command: ListedCommand): number => {
    if (isWhole(command, typed)) return 0;
    const place = command.name.toLowerCase().indexOf(typed);
    return place === -1 ? 3 : place === 0 ? 1 : 2;
  };
  const rankOf = new Map(all.map((command) => [command, typed === '' ? 1 : rank(command)]));
  const ofRank = (wanted: number): readonly ListedCommand[] =>
    all.filter((command) => rankOf.get(command) === wanted);
  return [...ofRank(0), ...ofRank(1), ...ofRank(2)];
}
