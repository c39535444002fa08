// The list of a select's values: filter, groups, favorites, keyboard; only the visible rows are rendered.
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { valuesOf } from '../../../src/core/configOptions/configOptions.ts';
import type { SelectOption } from '../../../src/core/session/configOptions/state.ts';
import { usePanel, usePost, useSessionKey } from '../state/panelContext.tsx';
import { Choice } from './Choice.tsx';
import { activeChoice, choiceRows, stepFrom, type ChoiceRow } from './choices.ts';
import { configBarStrings } from './configBarStrings.ts';

/** The number of values from which there is a filter. */
const MIN_FILTERED_VALUES = 6;
const HEADING_HEIGHT = 24;
const CHOICE_HEIGHT = 26;
const DESCRIBED_HEIGHT = 42;
const NO_FAVORITES: readonly string[] = [];

export interface ChoiceListProps {
  readonly option: SelectOption;
  readonly current: string;
  readonly onChoose: (value: string) => void;
}

export function ChoiceList({ option, current, onChoose }: ChoiceListProps) {
  const post = usePost();
  const key = useSessionKey();
  const favorites = usePanel((panel) => panel.favorites[option.id]) ?? NO_FAVORITES;
  const [filter, setFilter] = useState('');
  const rows = useMemo(() => choiceRows(option, favorites, filter), [option, favorites, filter]);
  const [chosenActive, setActive] = useState(current);
  const active = activeChoice(rows, chosenActive);
  const listId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => rowHeight(rows[index]),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 8,
    initialRect: { width: 240, height: 320 },
  });
  const activeIndex = rows.findIndex((row) => row.kind === 'choice' && row.value === active);
  useEffect(() => {
    if (activeIndex >= 0) virtualizer.scrollToIndex(activeIndex, { align: 'auto' });
  }, [virtualizer, activeIndex]);

  const move = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (event.key === 'Enter' && !event.nativeEvent.isComposing && active !== undefined) {
      event.preventDefault();
      onChoose(active);
    } else if (step !== undefined) {
      event.preventDefault();
      setActive(stepFrom(rows, active, step) ?? current);
    }
  };
  const width = useMemo(() => widthOf(option), [option]);
  const hasFilter = valuesOf(option).length >= MIN_FILTERED_VALUES;
  const listProperties = {
    'aria-activedescendant': active === undefined ? undefined : `${listId} ${active}`.replaceAll(' ', '_'),
    onKeyDown: move,
  };
  return (
    <>
      {hasFilter && (
        <input
          className="text-field choice-filter"
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-controls={listId}
          aria-label={configBarStrings.filter(option.name)}
          placeholder={configBarStrings.typeToFilter()}
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
          {...listProperties}
        />
      )}
      <div
        id={listId}
        className="choice-list"
        style={{ width }}
        role="listbox"
        aria-label={option.name}
        ref={scroller}
        tabIndex={hasFilter ? -1 : 0}
        {...(hasFilter ? {} : listProperties)}
      >
        {rows.length === 0 && <p className="dim choice-none">{configBarStrings.noMatches()}</p>}
        <div className="choice-rows" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start, size }) => {
            const row = rows[index];
            if (row === undefined) return null;
            const place = { transform: `translateY(${start}px)`, height: size };
            if (row.kind === 'heading') {
              return (
                <div key={row.key} className="dim choice-heading" role="presentation" style={place}>
                  {row.text}
                </div>
              );
            }
            return (
              <Choice
                key={row.key}
                row={row}
                id={`${listId} ${row.value}`.replaceAll(' ', '_')}
                isActive={row.value === active}
                isCurrent={row.value === current}
                place={place}
                onChoose={onChoose}
                onStar={
                  option.category === 'model'
                    ? () => post({ type: 'toggle_favorite', key, configId: option.id, value: row.value })
                    : undefined
                }
              />
            );
          })}
        </div>
      </div>
    </>
  );
}

/** How many choices the arrow and paging keys move by. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 8,
  PageUp: -8,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** The width of a name or a description; a longer one is cut, and in the tooltip. */
const MAX_WIDTH_CHARACTERS = 72;
/** What a row has beside its text, in characters: the check, a star, the padding. */
const BESIDE_TEXT_CHARACTERS = 8;
/** Descriptions are smaller. */
const DESCRIPTION_SCALE = 0.85;

/** As wide as the values need, whatever is filtered; the panel limits it. */
function widthOf(option: SelectOption): string {
  const widths = valuesOf(option).map(({ name, description = '' }) =>
    Math.max(name.length, description.length * DESCRIPTION_SCALE),
  );
  const needed = Math.min(MAX_WIDTH_CHARACTERS, Math.max(0, ...widths));
  return `${Math.ceil(needed + BESIDE_TEXT_CHARACTERS)}ch`;
}

function rowHeight(row: ChoiceRow | undefined): number {
  if (row?.kind !== 'choice') return HEADING_HEIGHT;
  return row.description === '' ? CHOICE_HEIGHT : DESCRIBED_HEIGHT;
}
