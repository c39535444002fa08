// A codicon. It is hidden from screen readers: its label is beside it.

export interface IconProps {
  /** The codicon's name without prefix. */
  readonly name: string;
  readonly spin?: boolean;
}

export function Icon({ name, spin = false }: IconProps) {
  const modifier = spin ? ' codicon-modifier-spin' : '';
  return <span className={`codicon codicon-${name}${modifier}`} aria-hidden="true" />;
}
