// The list of the agent's commands above the composer, and the hint of the one that was typed.
import './commandList.css';
import { useEffect, useRef } from 'react';
import { oneLine } from '../../../src/core/text/oneLine.ts';
import type { CommandMenu } from './useCommandMenu.ts';
import { composerStrings } from './composerStrings.ts';

/** Characters of a description that are drawn. */
const LONGEST = 200;

export interface CommandListProps {
  readonly id: string;
  readonly menu: CommandMenu;
}

/** The id of the option the keyboard is at; undefined when the list is closed. */
export function activeCommandId(id: string, menu: CommandMenu): string | undefined {
  return menu.commands.length === 0 ? undefined : `${id}-${menu.active}`;
}

export function CommandList({ id, menu }: CommandListProps) {
  const { commands, active, hint, choose } = menu;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  if (commands.length === 0) {
    return hint === undefined ? null : <p className="command-hint">{oneLine(hint).slice(0, LONGEST)}</p>;
  }
  return (
    <div
      id={id}
      className="command-list"
      role="listbox"
      aria-label={composerStrings.commands()}
      // What scrolls is within reach of the keyboard, also without the composer's arrows.
      tabIndex={0}
      ref={list}
    >
      {commands.map((command, index) => (
        <div
          key={command.name}
          id={`${id}-${index}`}
          className={`command${index === active ? ' command-active' : ''}`}
          role="option"
          aria-selected={index === active}
          data-testid="suggestion"
          data-value={command.name}
          title={command.description}
          // The focus stays in the composer.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(command)}
        >
          <span className="command-name">/{command.name}</span>
          {command.hint !== undefined && (
            <span className="command-argument">{oneLine(command.hint).slice(0, LONGEST)}</span>
          )}
          <span className="command-description" dir="auto">
            {oneLine(command.description).slice(0, LONGEST)}
          </span>
        </div>
      ))}
    </div>
  );
}
