// The list of the agent's commands above the composer, and the hint of the one that was typed.
import './commandList.css';
import { useEffect, useRef } from 'react';
import { oneLine } from '../../../src/core/text/oneLine.ts';
import { shortText } from '../../text/shortText.ts';
import type { CommandMenu } from './useCommandMenu.ts';
import { composerStrings } from './composerStrings.ts';

/** Shown of a description or a hint. */
const MAX_CHARACTERS = 200;

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
    return hint === undefined ? null : (
      <p className="command-hint">{oneLine(hint).slice(0, MAX_CHARACTERS)}</p>
    );
  }
  return (
    <div
      id={id}
      className="command-list"
      role="listbox"
      aria-label={composerStrings.commands()}
      // A scrolling area has to be reachable by keyboard, also without the composer's arrows.
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
          title={shortText(command.description)}
          // The focus stays in the composer.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(command)}
        >
          <span className="command-name">/{shortText(command.name)}</span>
          {command.hint !== undefined && (
            <span className="command-argument">{oneLine(command.hint).slice(0, MAX_CHARACTERS)}</span>
          )}
          <span className="command-description" dir="auto">
            {oneLine(command.description).slice(0, MAX_CHARACTERS)}
          </span>
        </div>
      ))}
    </div>
  );
}
