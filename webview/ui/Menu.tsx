// A menu beside its button: arrow keys, Home, End and first letters go from item to item.
import './menu.css';
import { useState, type KeyboardEvent } from 'react';
import { Icon } from './Icon.tsx';
import { Popover, type TriggerProperties } from './Popover.tsx';

export interface MenuItem {
  readonly id: string;
  readonly icon: string;
  readonly label: string;
  /** What it does, below its label. */
  readonly detail?: string | undefined;
  /** Why it cannot be chosen now; undefined when it can. */
  readonly unavailable?: string | undefined;
  /** Whether a line stands above it. */
  readonly startsGroup?: boolean;
  readonly onChoose: () => void;
}

export interface MenuProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
  /** Below the items. */
  readonly hint?: string;
  readonly testId?: string;
  readonly trigger: (properties: TriggerProperties & { readonly onClick: () => void }) => React.ReactNode;
}

export function Menu({ testId, trigger, ...list }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      isOpen={isOpen}
      onOpenChange={setOpen}
      label={list.label}
      {...(testId === undefined ? {} : { testId })}
      trigger={(properties) => trigger({ ...properties, onClick: () => setOpen(!isOpen) })}
    >
      <MenuList {...list} onClose={() => setOpen(false)} />
    </Popover>
  );
}

export interface MenuListProps extends Pick<MenuProps, 'label' | 'items' | 'hint'> {
  readonly onClose: () => void;
}

/** The items of a menu, in a popover. */
export function MenuList({ label, items, hint, onClose }: MenuListProps) {
  return (
    <div className="column menu" role="menu" aria-label={label} onKeyDown={moveFocus}>
      {items.map(({ id, icon, label: text, detail, unavailable, startsGroup = false, onChoose }) => (
        <button
          key={id}
          type="button"
          className={`row menu-item${startsGroup ? ' menu-group' : ''}`}
          role="menuitem"
          data-value={id}
          aria-disabled={unavailable !== undefined}
          title={unavailable}
          onClick={() => {
            if (unavailable !== undefined) return;
            onClose();
            onChoose();
          }}
        >
          <Icon name={icon} />
          <span className="column menu-text">
            {text}
            {(unavailable ?? detail) !== undefined && (
              <span className="menu-detail">{unavailable ?? detail}</span>
            )}
          </span>
        </button>
      ))}
      {hint !== undefined && <p className="detail-text menu-hint">{hint}</p>}
    </div>
  );
}

function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')];
  const current = items.findIndex((item) => item === document.activeElement);
  const next = nextItem(event, items, current);
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

function nextItem(
  { key, ctrlKey, altKey, metaKey }: KeyboardEvent,
  items: readonly HTMLElement[],
  current: number,
): HTMLElement | undefined {
  if (ctrlKey || altKey || metaKey) return undefined;
  if (key === 'ArrowDown') return items[(current + 1) % items.length];
  if (key === 'ArrowUp') return items.at(current <= 0 ? -1 : current - 1);
  if (key === 'Home') return items[0];
  if (key === 'End') return items.at(-1);
  if (key.length !== 1 || key === ' ') return undefined;
  const letter = key.toLowerCase();
  return [...items.slice(current + 1), ...items.slice(0, current + 1)].find((item) =>
    item.textContent.trim().toLowerCase().startsWith(letter),
  );
}
