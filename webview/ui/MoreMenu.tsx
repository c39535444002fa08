// The `…` button behind a row of buttons, with a menu of the actions that are taken least.
import { Icon } from './Icon.tsx';
import { Menu, type MenuItem } from './Menu.tsx';

export interface MoreMenuProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly testId: string;
  readonly buttonTestId: string;
}

export function MoreMenu({ label, items, testId, buttonTestId }: MoreMenuProps) {
  return (
    <Menu
      label={label}
      items={items}
      testId={testId}
      trigger={({ ref, onClick, ...properties }) => (
        <button
          {...properties}
          ref={ref}
          type="button"
          className="icon-button"
          data-testid={buttonTestId}
          aria-haspopup="menu"
          title={label}
          aria-label={label}
          onClick={onClick}
        >
          <Icon name="ellipsis" />
        </button>
      )}
    />
  );
}
