// The config options in a row, in groups by category; those that do not fit are behind one more button.
import './configBar.css';
import { useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { firstOfCategory, shownValue, valueName } from '../../../src/core/configOptions/configOptions.ts';
import {
  categoryIcon,
  categoryLabel,
  optionGroups,
  type OptionGroup,
} from '../../../src/core/configOptions/optionGroups.ts';
import type { ConfigOption } from '../../../src/core/session/configOption.ts';
import { oneLine } from '../../../src/core/text/oneLine.ts';
import { useSession } from '../../panelContext.tsx';
import { shortText } from '../../text/shortText.ts';
import { Popover } from '../../ui/Popover.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ConfigControl } from './ConfigControl.tsx';
import { configBarStrings } from './configBarStrings.ts';
import { ValueLabel } from './ValueLabel.tsx';

export function ConfigBar() {
  const options = useSession((state) => state.configOptions);
  const groups = useMemo(() => optionGroups(options), [options]);
  const row = useRef<HTMLDivElement>(null);
  const fitting = useFitting(row, options);
  if (options.length === 0) return null;
  return (
    <div className="config-bar" data-testid="config-bar" role="group" aria-label={configBarStrings.options()}>
      <div className="config-row">
        <div className="config-measure" aria-hidden="true" ref={row}>
          {groups.map((group, index) => (
            <span key={index} className="config-group">
              <Icon name={categoryIcon(group.category)} />
              {group.options.map((option) => (
                <Ghost key={option.id} option={option} />
              ))}
            </span>
          ))}
        </div>
        {groupsOf(groups, 0, fitting).map((group, index) => (
          <Group key={index} group={group} />
        ))}
        {fitting < options.length && <More groups={groupsOf(groups, fitting)} all={options} />}
      </div>
    </div>
  );
}

/** The groups of the options from the 0-based place `start` to before `end`; one may be cut in two. */
function groupsOf(
  groups: readonly OptionGroup[],
  start: number,
  end: number = Number.POSITIVE_INFINITY,
): readonly OptionGroup[] {
  let place = 0;
  return groups.flatMap(({ category, options }) => {
    const first = place;
    place += options.length;
    const part = options.slice(Math.max(start - first, 0), Math.max(end - first, 0));
    return part.length === 0 ? [] : [{ category, options: part }];
  });
}

interface GroupProps {
  readonly group: OptionGroup;
}

/** The options of a category, set apart from the others and marked by its icon. */
function Group({ group: { category, options } }: GroupProps) {
  const label = shortText(categoryLabel(category));
  return (
    <div
      className="config-group"
      role="group"
      aria-label={label}
      data-testid="config-group"
      data-category={category ?? ''}
    >
      <span className="config-category" title={label}>
        <Icon name={categoryIcon(category)} />
      </span>
      {options.map((option) => (
        <ConfigControl key={option.id} option={option} />
      ))}
    </div>
  );
}

/** A hidden copy of an option's control, to measure its width. */
function Ghost({ option }: { readonly option: ConfigOption }) {
  const pending = useSession((state) => state.pendingConfigChanges);
  const value = shownValue(option, pending);
  const name = oneLine(option.name);
  return (
    <span className="config-control">
      <span className="config-value">
        {option.type === 'boolean' ? (
          name
        ) : (
          <ValueLabel name={name || option.id} value={valueName(option, String(value))} />
        )}
      </span>
      <Icon name="chevron-down" />
    </span>
  );
}

/** The width of the button that holds the rest. */
const MORE_WIDTH_PX = 28;

/** How many options fit beside each other, measured when the row, its width or a value's label changes. */
function useFitting(row: { readonly current: HTMLElement | null }, options: readonly ConfigOption[]): number {
  const pending = useSession((state) => state.pendingConfigChanges);
  const [fitting, setFitting] = useState(options.length);
  useLayoutEffect(() => {
    const element = row.current;
    const measure = (): void => {
      if (element === null) return;
      const available = element.clientWidth;
      const start = element.getBoundingClientRect().left;
      const controls = [...element.querySelectorAll('.config-control')];
      let count = 0;
      for (const [index, control] of controls.entries()) {
        const rest = index < controls.length - 1 ? MORE_WIDTH_PX : 0;
        if (control.getBoundingClientRect().right - start + rest > available) break;
        count = index + 1;
      }
      setFitting(count);
    };
    measure();
    if (element === null) return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    // Fonts and the theme's sizes may load after the first measurement and change only the widths of labels.
    for (const control of element.querySelectorAll('.config-control')) observer.observe(control);
    return () => observer.disconnect();
  }, [row, options, pending]);
  return fitting;
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

interface RestGroupProps extends GroupProps {
  readonly all: readonly ConfigOption[];
}

/** The options of a category that did not fit, under its heading. */
function RestGroup({ group: { category, options }, all }: RestGroupProps) {
  const headingId = useId();
  return (
    <div role="group" aria-labelledby={headingId} data-testid="config-group" data-category={category ?? ''}>
      <div className="config-heading" id={headingId}>
        <Icon name={categoryIcon(category)} />
        <span dir="auto">{shortText(categoryLabel(category))}</span>
      </div>
      <ul>
        {options.map((option) => (
          <li key={option.id}>
            {option.type === 'select' && (
              <span className="config-label" dir="auto">
                {labelOf(option, all)}
              </span>
            )}
            <ConfigControl option={option} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function labelOf(option: ConfigOption, all: readonly ConfigOption[]): string {
  const name = oneLine(option.name) || option.id;
  return isSecond(option, all) ? configBarStrings.nameWithId(name, option.id) : name;
}

/** Whether another option of the same category and name comes first, so that the name alone is ambiguous. */
function isSecond(option: ConfigOption, all: readonly ConfigOption[]): boolean {
  const first = option.category === undefined ? undefined : firstOfCategory(all, option.category);
  return first !== undefined && first !== option && first.name === option.name;
}
