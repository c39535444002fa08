// A codicon. It says nothing to a screen reader: the words stand beside it.

export interface IconProps {
  /** The codicon's name without prefix. */
  readonly name: string;
  readonly spin?: boolean;
}

export function Icon({ name, spin = false }: IconProps) {
  const modifier = spin ? ' codicon-modifier-spin' : '';
  return <span className={`codicon codicon-${name}${modifier}`} aria-hidden="true" />;
}
