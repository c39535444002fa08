// The agent's commands while a prompt begins with a slash: which fit, and the keys that choose one (R89, R90).
import { useState } from 'react';
import type { AvailableCommand } from '../../../src/core/session/plan.ts';
import { useSession } from '../../panelContext.tsx';

export interface CommandMenu {
  /** The commands that fit what was typed; empty when there is nothing to choose. */
  readonly commands: readonly AvailableCommand[];
  /** The one the keyboard is at. */
  readonly active: number;
  /** The hint of the typed command, while nothing follows it. */
  readonly hint: string | undefined;
  readonly choose: (command: AvailableCommand) => void;
  /** Handles a key; returns whether it was for the menu. */
  readonly onKeyDown: (event: KeyboardEvent) => boolean;
}

/** `text` is what is typed where it may be a command. `setText` replaces it. */
export function useCommandMenu(text: string, setText: (text: string) => void): CommandMenu {
  const all = useSession((state) => state.commands);
  // A selection belongs to the text it was made for: another text has another list.
  const [chosen, setChosen] = useState({ text: '', index: 0 });
  const [closedFor, setClosedFor] = useState<string>();
  const typed = /^\/(\S*)$/.exec(text)?.[1]?.toLowerCase();
  const isOpen = typed !== undefined && closedFor !== text;
  const commands = isOpen ? matching(all, typed) : [];
  const active = Math.min(chosen.text === text ? chosen.index : 0, commands.length - 1);
  const complete = /^\/(\S+)\s$/.exec(text)?.[1];

  const choose = ({ name }: AvailableCommand): void => setText(`/${name} `);
  const onKeyDown = (event: KeyboardEvent): boolean => {
    const command = commands[active];
    if (command === undefined || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey)
      return false;
    switch (event.key) {
      case 'ArrowDown':
        setChosen({ text, index: (active + 1) % commands.length });
        return true;
      case 'ArrowUp':
        setChosen({ text, index: (active - 1 + commands.length) % commands.length });
        return true;
      case 'Enter':
        // A complete command without arguments is sent.
        if (command.name.toLowerCase() === typed && command.hint === undefined) return false;
        choose(command);
        return true;
      case 'Tab':
        choose(command);
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

/** Commands whose name begins with the typed text, then those that contain it. */
function matching(all: readonly AvailableCommand[], typed: string): readonly AvailableCommand[] {
  const begins = all.filter(({ name }) => name.toLowerCase().startsWith(typed));
  const contains = all.filter(
    (command) => !begins.includes(command) && command.name.toLowerCase().includes(typed),
  );
  return [...begins, ...contains];
}
