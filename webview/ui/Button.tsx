// Buttons: one with text, and one with only an icon.
import './button.css';
import type { ReactNode, Ref } from 'react';
import { Icon } from './Icon.tsx';

type DataAttributes = { readonly [Name in `data-${string}`]?: string | undefined };

export interface ButtonProps extends DataAttributes {
  readonly appearance?: 'primary' | 'secondary';
  readonly disabled?: boolean;
  readonly title?: string;
  /** Its name for a screen reader, where several of one text are in sight. */
  readonly 'aria-label'?: string;
  readonly onClick: () => void;
  /** Icons and text; the toolkit sizes a span in it as an icon. */
  readonly children: ReactNode;
  readonly ref?: Ref<HTMLElement>;
}

export function Button({
  appearance = 'secondary',
  disabled = false,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <vscode-button
      class="button"
      appearance={appearance}
      disabled={disabled}
      onClick={disabled ? undefined : onClick}
      {...rest}
    >
      {children}
    </vscode-button>
  );
}

export interface IconButtonProps extends DataAttributes {
  readonly icon: string;
  /** The tooltip, and the name for a screen reader. */
  readonly label: string;
  /** Whether the icon turns: something is under way. */
  readonly spin?: boolean;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

/** A plain element: rows hold many of these, and a shadow tree for each would be wasted. */
export function IconButton({
  icon,
  label,
  spin = false,
  disabled = false,
  onClick,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      className="icon-button"
      title={label}
      aria-label={label}
      disabled={disabled}
      onClick={onClick}
      {...rest}
    >
      <Icon name={icon} spin={spin} />
    </button>
  );
}
