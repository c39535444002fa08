// The config options in a row, in groups by category; those that do not fit are behind one more button.
import './configBar.css';
import { useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { firstOfCategory, shownValue } from '../../../src/core/configOptions/configOptions.ts';
import {
  categoryIcon,
  categoryLabel,
  optionGroups,
  type OptionGroup,
} from '../../../src/core/configOptions/optionGroups.ts';
import type { ConfigOption } from '../../../src/core/session/configOptions/state.ts';
import { oneLine } from '../../../src/core/text/oneLine.ts';
import { useSession } from '../state/panelContext.tsx';
import { shortText } from '../../text/shortText.ts';
import { Popover } from '../../ui/Popover.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ConfigControl, shownLabel } from './ConfigControl.tsx';
import { configBarStrings } from './configBarStrings.ts';
import { fittingOptions, minimalWidth, type MeasuredGroup } from './fittingOptions.ts';

export function ConfigBar() {
  const options = useSession((state) => state.configOptions);
  const groups = useMemo(() => optionGroups(options), [options]);
  const row = useRef<HTMLDivElement>(null);
  const fitting = useFitting(row, groups);
  if (options.length === 0) return null;
  const isFitting = ({ id }: ConfigOption): boolean => fitting === undefined || fitting.has(id);
  const rest = partOf(groups, (option) => !isFitting(option));
  return (
    <div
      className="fill config-bar"
      data-testid="config-bar"
      role="group"
      aria-label={configBarStrings.options()}
    >
      <div className="centered-row config-row">
        <div className="config-measure" aria-hidden="true" ref={row}>
          {groups.map((group, index) => (
            <span key={index} className="config-group">
              <CategoryIcon category={group.category} />
              {group.options.map((option) => (
                <Ghost key={option.id} option={option} />
              ))}
            </span>
          ))}
        </div>
        {partOf(groups, isFitting).map((group, index) => (
          <Group key={index} group={group} all={options} />
        ))}
        {rest.length > 0 && <More groups={rest} all={options} />}
      </div>
    </div>
  );
}

/** The groups with only some of their options, without those that have none left. */
function partOf(
  groups: readonly OptionGroup[],
  isPart: (option: ConfigOption) => boolean,
): readonly OptionGroup[] {
  return groups
    .map(({ category, options }) => ({ category, options: options.filter(isPart) }))
    .filter(({ options }) => options.length > 0);
}

interface GroupProps {
  readonly group: OptionGroup;
  /** Every option of the session. */
  readonly all: readonly ConfigOption[];
}

/** The options of a category, set apart from the others and marked by its icon. */
function Group({ group: { category, options }, all }: GroupProps) {
  return (
    <div
      className="config-group"
      role="group"
      aria-label={shortText(categoryLabel(category))}
      data-testid="config-group"
      data-category={category ?? ''}
    >
      <CategoryIcon category={category} />
      {options.map((option) => (
        <ConfigControl key={option.id} option={option} all={all} />
      ))}
    </div>
  );
}

function CategoryIcon({ category }: Pick<OptionGroup, 'category'>) {
  return (
    <span className="config-category" title={shortText(categoryLabel(category))}>
      <Icon name={categoryIcon(category)} />
    </span>
  );
}

/** What an option's control takes where its label is cut as far as it may be, hidden, to measure it. */
function Ghost({ option }: { readonly option: ConfigOption }) {
  const pending = useSession((state) => state.pendingConfigChanges);
  const value = shownValue(option, pending);
  return <span className="config-ghost" style={{ width: minimalWidth(option, shownLabel(option, value)) }} />;
}

/** The width of the button that holds the rest. */
const MORE_WIDTH_PX = 28;

/** The ids of the options that fit beside each other, measured when the row or its width changes; undefined before. */
function useFitting(
  row: { readonly current: HTMLElement | null },
  groups: readonly OptionGroup[],
): ReadonlySet<string> | undefined {
  const pending = useSession((state) => state.pendingConfigChanges);
  const [fitting, setFitting] = useState<ReadonlySet<string>>();
  useLayoutEffect(() => {
    const element = row.current;
    if (element === null) return undefined;
    const measure = (): void => {
      setFitting(fittingOptions(measured(element, groups), element.clientWidth, MORE_WIDTH_PX));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    // Fonts, that of the icons too, and the theme's sizes may load after the first measurement.
    for (const part of element.querySelectorAll('.config-ghost, .config-category')) observer.observe(part);
    return () => observer.disconnect();
  }, [row, groups, pending]);
  return fitting;
}

/** The widths of hidden copies, which stand in the same order. */
function measured(element: HTMLElement, groups: readonly OptionGroup[]): readonly MeasuredGroup[] {
  const ghosts = [...element.querySelectorAll('.config-ghost')].map((ghost) => ghost.getBoundingClientRect());
  const isReversed = getComputedStyle(element).direction === 'rtl';
  const start = element.getBoundingClientRect();
  let end = isReversed ? start.right : start.left;
  let place = 0;
  return groups.map(({ options }) => {
    const rects = ghosts.slice(place, (place += options.length));
    const [first] = rects;
    const last = rects.at(-1);
    const begin = (isReversed ? first?.right : first?.left) ?? end;
    const overhead = Math.abs(begin - end);
    end = (isReversed ? last?.left : last?.right) ?? end;
    return {
      overhead,
      options: options.map((option, index) => ({ option, width: rects[index]?.width ?? 0 })),
    };
  });
}

interface MoreProps {
  readonly groups: readonly OptionGroup[];
  readonly all: readonly ConfigOption[];
}

function More({ groups, all }: MoreProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      isOpen={isOpen}
      onOpenChange={setOpen}
      label={configBarStrings.moreOptions()}
      trigger={(properties) => (
        <button
          type="button"
          className="icon-button config-more"
          aria-label={configBarStrings.moreOptions()}
          title={configBarStrings.moreOptions()}
          data-testid="config-more"
          onClick={() => setOpen(!isOpen)}
          {...properties}
        >
          <Icon name="ellipsis" />
        </button>
      )}
    >
      <div className="config-rest">
        {groups.map((group, index) => (
          <RestGroup key={index} group={group} all={all} />
        ))}
      </div>
    </Popover>
  );
}

/** The options of a category that did not fit, under its heading. */
function RestGroup({ group: { category, options }, all }: GroupProps) {
  const headingId = useId();
  const heading = shortText(categoryLabel(category));
  return (
    <div role="group" aria-labelledby={headingId} data-testid="config-group" data-category={category ?? ''}>
      <div className="dim centered-row config-heading" id={headingId}>
        <Icon name={categoryIcon(category)} />
        <span dir="auto">{heading}</span>
      </div>
      <ul>
        {options.map((option) => (
          <li key={option.id}>
            {option.type === 'select' && menuLabel(option, all) !== heading && (
              <span className="dim one-line config-label" dir="auto">
                {menuLabel(option, all)}
              </span>
            )}
            <ConfigControl option={option} all={all} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function menuLabel(option: ConfigOption, all: readonly ConfigOption[]): string {
  const name = oneLine(option.name) || option.id;
  return isSecond(option, all) ? configBarStrings.nameWithId(name, option.id) : name;
}

/** Whether another option of the same category and name comes first, so that the name alone is ambiguous. */
function isSecond(option: ConfigOption, all: readonly ConfigOption[]): boolean {
  const first = option.category === undefined ? undefined : firstOfCategory(all, option.category);
  return first !== undefined && first !== option && first.name === option.name;
}
