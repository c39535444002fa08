// The config options in a row, by category; those that do not fit are behind one more button.
import './configBar.css';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import {
  firstOfCategory,
  orderOptions,
  shownValue,
  valueName,
} from '../../../src/core/configOptions/configOptions.ts';
import type { ConfigOption } from '../../../src/core/session/configOption.ts';
import { oneLine } from '../../../src/core/text/oneLine.ts';
import { useSession } from '../../panelContext.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ConfigControl } from './ConfigControl.tsx';
import { configBarStrings } from './configBarStrings.ts';
import { ValueLabel } from './ValueLabel.tsx';

export function ConfigBar() {
  const options = useSession((state) => state.configOptions);
  const ordered = useMemo(() => orderOptions(options), [options]);
  const row = useRef<HTMLDivElement>(null);
  const fitting = useFitting(row, ordered);
  if (ordered.length === 0) return null;
  return (
    <div className="config-bar" data-testid="config-bar" role="group" aria-label={configBarStrings.options()}>
      <div className="config-row">
        <div className="config-measure" aria-hidden="true" ref={row}>
          {ordered.map((option) => (
            <Ghost key={option.id} option={option} />
          ))}
        </div>
        {ordered.slice(0, fitting).map((option) => (
          <ConfigControl key={option.id} option={option} />
        ))}
        {fitting < ordered.length && <More options={ordered.slice(fitting)} all={options} />}
      </div>
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
      let used = 0;
      let count = 0;
      const widths = [...element.children].map((child) => child.getBoundingClientRect().width);
      for (const [index, width] of widths.entries()) {
        used += width;
        const rest = index < widths.length - 1 ? MORE_WIDTH_PX : 0;
        if (used + rest > available) break;
        count = index + 1;
      }
      setFitting(count);
    };
    measure();
    if (element === null) return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    // Fonts and the theme's sizes may load after the first measurement and change only the widths of labels.
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, [row, options, pending]);
  return fitting;
}

interface MoreProps {
  readonly options: readonly ConfigOption[];
  readonly all: readonly ConfigOption[];
}

function More({ options, all }: MoreProps) {
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
      <ul className="config-rest">
        {options.map((option) => (
          <li key={option.id}>
            <span className="config-label" dir="auto">
              {labelOf(option, all)}
            </span>
            <ConfigControl option={option} />
          </li>
        ))}
      </ul>
    </Popover>
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
