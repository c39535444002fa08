// One config option as a control: a button that opens its values, or a toggle.
import { useEffect, useRef, useState, type CSSProperties } from 'react';
import { ownValue } from '../../../src/core/base/ownValue.ts';
import { firstOfCategory, shownValue, valueName } from '../../../src/core/configOptions/configOptions.ts';
import type { ConfigOption } from '../../../src/core/session/configOptions/state.ts';
import { oneLine } from '../../../src/core/text/oneLine.ts';
import { useParts } from '../state/loadedParts.ts';
import { usePost, useSession, useSessionKey } from '../state/panelContext.tsx';
import { shortText } from '../../text/shortText.ts';
import { Icon } from '../../ui/Icon.tsx';
import { keyText } from '../../ui/keyText.ts';
import { Popover } from '../../ui/Popover.tsx';
import { configBarStrings } from './configBarStrings.ts';
import { minimalWidth, rankOf } from './fittingOptions.ts';

/** The default keys of the categories, for tooltips. VS Code gives an extension no way to learn what a user bound. */
const DEFAULT_KEYS: Readonly<Record<string, string>> = {
  mode: 'Shift+Tab',
  model: 'Ctrl+Alt+/',
  thought_level: "Ctrl+'",
};

/** The shown value of an option, and whether the agent has yet to confirm it. */
function useShownValue(option: ConfigOption): {
  readonly value: string | boolean;
  readonly isPending: boolean;
} {
  const pending = useSession((state) => state.pendingConfigChanges);
  return {
    value: shownValue(option, pending),
    isPending: pending.some(({ configId }) => configId === option.id),
  };
}

/** The function that requests a value from the agent. */
function useChange(option: ConfigOption): (value: string | boolean) => void {
  const post = usePost();
  const key = useSessionKey();
  return (value) => {
    post({ type: 'set_config_option', key, configId: option.id, value });
  };
}

/** What a control says at least: the name of a toggle, the value of a select. */
export function shownLabel(option: ConfigOption, value: string | boolean): string {
  return shortText(option.type === 'boolean' ? nameOf(option) : valueName(option, String(value)));
}

function nameOf(option: ConfigOption): string {
  return oneLine(option.name) || option.id;
}

/**
 * By rank: how much sooner than others an option gives way where not all labels have their whole width. They lie so far
 * apart that one of a lower rank does not lose the fraction of a pixel that would cut its text.
 */
const FLEX_SHRINK = [1, 10_000, 100_000_000];

export interface ConfigControlProps {
  readonly option: ConfigOption;
  /** Every option of the session. */
  readonly all: readonly ConfigOption[];
}

export function ConfigControl({ option, all }: ConfigControlProps) {
  const { value, isPending } = useShownValue(option);
  const element = usePulse(value, isPending);
  const name = shortText(nameOf(option));
  const label = shownLabel(option, value);
  const hint = option === firstOfCategory(all, option.category ?? '') ? keyHint(option.category) : undefined;
  const shared = {
    className: `config-control${isPending ? ' config-pending' : ''}`,
    style: { minWidth: minimalWidth(option, label), flexShrink: FLEX_SHRINK[rankOf(option, all)] },
    title: shortText(
      tooltip(option, option.type === 'boolean' ? name : configBarStrings.optionValue(name, label), hint),
    ),
    'data-testid': 'config-option',
    'data-option-id': option.id,
    'data-category': option.category ?? '',
    'data-value': String(value),
    'aria-busy': isPending,
  };
  return option.type === 'boolean' ? (
    <BooleanControl option={option} name={name} isOn={value === true} element={element} shared={shared} />
  ) : (
    <SelectControl option={option} name={name} value={String(value)} element={element} shared={shared} />
  );
}

type Shared = Readonly<Record<string, string | boolean | CSSProperties>>;

interface BooleanControlProps {
  readonly option: Extract<ConfigOption, { type: 'boolean' }>;
  readonly name: string;
  readonly isOn: boolean;
  readonly element: { current: HTMLElement | null };
  readonly shared: Shared;
}

function BooleanControl({ option, name, isOn, element, shared }: BooleanControlProps) {
  const change = useChange(option);
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={name}
      onClick={() => change(!isOn)}
      ref={(button) => {
        element.current = button;
      }}
      {...shared}
    >
      <span className="config-value" dir="auto">
        <span className="config-text">{name}</span>
      </span>
      <span className="config-switch" aria-hidden="true" />
    </button>
  );
}

interface SelectControlProps {
  readonly option: Extract<ConfigOption, { type: 'select' }>;
  readonly name: string;
  readonly value: string;
  readonly element: { current: HTMLElement | null };
  readonly shared: Shared;
}

function SelectControl({ option, name, value, element, shared }: SelectControlProps) {
  const [isOpen, setOpen] = useState(false);
  const change = useChange(option);
  const parts = useParts();
  const valueLabel = shortText(valueName(option, value));
  return (
    <Popover
      // Its list gets the focus when it opens.
      isOpen={isOpen && parts !== undefined}
      onOpenChange={setOpen}
      label={name}
      trigger={({ ref, ...properties }) => (
        <button
          type="button"
          aria-label={configBarStrings.optionValue(name, valueLabel)}
          onClick={() => setOpen(!isOpen)}
          ref={(button) => {
            ref(button);
            element.current = button;
          }}
          {...shared}
          {...properties}
        >
          <span className="config-value" dir="auto">
            <ValueLabel name={name} value={valueLabel} />
          </span>
          <Icon name="chevron-down" />
        </button>
      )}
    >
      {parts && (
        <parts.ChoiceList
          option={option}
          current={value}
          onChoose={(chosen) => {
            setOpen(false);
            if (chosen !== value) change(chosen);
          }}
        />
      )}
    </Popover>
  );
}

/** Lets the control light up once when the agent changed the value, not when the user did. */
function usePulse(value: string | boolean, isPending: boolean): { current: HTMLElement | null } {
  const element = useRef<HTMLElement>(null);
  const last = useRef({ value, isPending });
  useEffect(() => {
    const before = last.current;
    last.current = { value, isPending };
    if (before.value === value || before.isPending || isPending) return;
    element.current?.classList.add('config-pulse');
    const end = (): void => element.current?.classList.remove('config-pulse');
    element.current?.addEventListener('animationend', end, { once: true });
  }, [value, isPending]);
  return element;
}

function tooltip(option: ConfigOption, title: string, hint: string | undefined): string {
  const lines = [
    hint === undefined ? title : configBarStrings.nameWithKey(title, hint),
    oneLine(option.description ?? '').slice(0, 300),
  ];
  return lines.filter((line) => line !== '').join('\n');
}

/** The default key of a category on this system; undefined when it has none. */
function keyHint(category: string | undefined): string | undefined {
  const keys = category === undefined ? undefined : ownValue(DEFAULT_KEYS, category);
  return keys === undefined ? undefined : keyText(keys);
}

/** Values whose names say nothing without the option they belong to. */
const BARE_VALUE =
  /^(?:on|off|default|none|auto|automatic|true|false|yes|no|enabled|disabled|[-+]?\d[\d.,]*\s*(?:%|[kKmMsS]|ms)?)$/i;

/** The value of a select on its button, after the name of the option where the value alone says nothing. */
function ValueLabel({ name, value }: { readonly name: string; readonly value: string }) {
  if (!BARE_VALUE.test(value.trim())) return <span className="config-text">{value}</span>;
  return (
    <>
      <span className="config-name">{configBarStrings.nameBeforeValue(name)} </span>
      <span className="config-text">{value}</span>
    </>
  );
}
