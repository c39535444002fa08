// One value in the list of a select: its name, description, and star.
import { shortText } from '../../text/shortText.ts';
import { Icon } from '../../ui/Icon.tsx';
import { configBarStrings } from './configBarStrings.ts';
import type { ValueRow } from './choices.ts';

interface ChoiceProps {
  readonly row: ValueRow;
  readonly id: string;
  readonly isActive: boolean;
  readonly isCurrent: boolean;
  readonly place: { readonly transform: string; readonly height: number };
  readonly onChoose: (value: string) => void;
  readonly onStar: (() => void) | undefined;
}

export function Choice({ row, id, isActive, isCurrent, place, onChoose, onStar }: ChoiceProps) {
  const { value, isFavorite } = row;
  const name = shortText(row.name);
  const description = shortText(row.description);
  return (
    <div
      id={id}
      className={`centered-row choice${isActive ? ' active-row' : ''}`}
      role="option"
      aria-selected={isCurrent}
      data-testid="config-choice"
      data-value={value}
      title={description === '' ? name : `${name}\n${description}`}
      style={place}
      onClick={() => onChoose(value)}
    >
      <span className="choice-check">{isCurrent && <Icon name="check" />}</span>
      <span className="column fill choice-text">
        <span className="one-line choice-name" dir="auto">
          {name}
        </span>
        {description !== '' && (
          <span className="dim one-line choice-description" dir="auto">
            {description}
          </span>
        )}
      </span>
      {onStar !== undefined && (
        // For the mouse: an option must not contain a button. By keyboard, the quick pick of the same values has one.
        <span
          className={`icon-button choice-star${isFavorite ? ' choice-starred' : ''}`}
          aria-hidden="true"
          title={isFavorite ? configBarStrings.removeFavorite(name) : configBarStrings.addFavorite(name)}
          onClick={(event) => {
            event.stopPropagation();
            onStar();
          }}
        >
          <Icon name={isFavorite ? 'star-full' : 'star-empty'} />
        </span>
      )}
    </div>
  );
}
