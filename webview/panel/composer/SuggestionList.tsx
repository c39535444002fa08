// The list above the composer of what can be put in next: commands, or what can be mentioned.
import './commandList.css';
import { useEffect, useRef, type ReactNode } from 'react';

interface Suggestion {
  readonly key: string;
  readonly title: string;
  readonly content: ReactNode;
  /** The handles of tests. */
  readonly data: Readonly<Record<`data-${string}`, string>>;
  readonly choose: () => void;
}

export interface SuggestionListProps {
  readonly id: string;
  readonly label: string;
  readonly testId?: string;
  readonly suggestions: readonly Suggestion[];
  /** The one the keyboard is at. */
  readonly active: number;
  readonly isBusy?: boolean;
}

/** The id of an option of the list. */
export function suggestionId(id: string, index: number): string {
  return `${id}-${index}`;
}

export function SuggestionList({
  id,
  label,
  testId,
  suggestions,
  active,
  isBusy = false,
}: SuggestionListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active, suggestions]);
  return (
    <div
      id={id}
      className="command-list"
      role="listbox"
      aria-label={label}
      aria-busy={isBusy}
      data-testid={testId}
      // A scrolling area has to be reachable by keyboard, also without the composer's arrows.
      tabIndex={0}
      ref={list}
      // The focus stays in the composer.
      onMouseDown={(event) => event.preventDefault()}
    >
      {suggestions.map(({ key, title, content, data, choose }, index) => (
        <div
          key={key}
          id={suggestionId(id, index)}
          className={`row command${index === active ? ' active-row' : ''}`}
          role="option"
          aria-selected={index === active}
          title={title}
          {...data}
          onClick={choose}
        >
          {content}
        </div>
      ))}
    </div>
  );
}
