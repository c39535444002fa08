// The list of the agent's commands above the composer, and the hint of the one that was typed.
import { oneLine } from '../../../../src/core/text/oneLine.ts';
import { shortText } from '../../../text/shortText.ts';
import type { CommandMenu } from './useCommandMenu.ts';
import { commandStrings } from './commandStrings.ts';
import { composerStrings } from '../composerStrings.ts';
import { suggestionId, SuggestionList } from '../SuggestionList.tsx';

/** Shown of a description or a hint. */
const MAX_CHARACTERS = 200;

export interface CommandListProps {
  readonly id: string;
  readonly menu: CommandMenu;
}

/** The id of the option the keyboard is at; undefined when it is at none. */
export function activeCommandId(id: string, menu: CommandMenu): string | undefined {
  return menu.commands[menu.active] === undefined ? undefined : suggestionId(id, menu.active);
}

export function CommandList({ id, menu }: CommandListProps) {
  const { commands, active, hint, choose } = menu;
  if (commands.length === 0) {
    return hint === undefined ? null : (
      <p className="dim command-hint">{oneLine(hint).slice(0, MAX_CHARACTERS)}</p>
    );
  }
  return (
    <SuggestionList
      id={id}
      label={composerStrings.commands()}
      active={active}
      suggestions={commands.map((command) => ({
        key: command.action === undefined ? command.name : `parley:${command.name}`,
        title: shortText(command.description),
        data: {
          'data-testid': 'suggestion',
          'data-value': command.name,
          'data-source': command.action === undefined ? 'agent' : 'parley',
        },
        choose: () => choose(command),
        content: (
          <>
            <bdi className="command-name">/{oneLine(shortText(command.name))}</bdi>
            {command.hint !== undefined && (
              <span className="dim command-argument">{oneLine(command.hint).slice(0, MAX_CHARACTERS)}</span>
            )}
            <span className="dim fill command-description" dir="auto">
              {oneLine(command.description).slice(0, MAX_CHARACTERS)}
            </span>
            {command.action !== undefined && (
              <span className="dim command-source">{commandStrings.ofParley()}</span>
            )}
          </>
        ),
      }))}
    />
  );
}
