// What an option of a permission request does, beside the name that the agent gives it.
import type { PermissionOption } from '../session/permission/state.ts';
import { permissionStrings } from './permissionStrings.ts';

/** After a request appears or changes it accepts no answer for so long: a key or click was meant for something else. */
export const ANSWER_GUARD_MS = 300;

export interface OptionLabel {
  /** Whether it holds for later requests too. */
  readonly isLasting: boolean;
  /** What it does; absent where its name says that plainly. */
  readonly effect?: string;
}

/** What a name begins with, and must not have in it, to say plainly that it allows, or rejects. */
const SAYS = {
  allow: {
    begins: /^(?:allow|yes|approve|accept|proceed|continue|run|ok|okay|confirm|apply|always)(?![\w-])/i,
    lacks: /\b(?:reject|deny|decline|cancel|refuse|abort|disallow|forbid|block)/i,
  },
  reject: {
    begins: /^(?:reject|no|deny|decline|cancel|don['’]t|do not|never|skip|stop|abort|refuse)(?![\w-])/i,
    lacks: /\b(?:allow|approve|accept|yes|grant|permit)/i,
  },
};

/** What says in a name that an option holds for later requests too. */
const LASTS = /\b(?:always|session|again|forever|remember|never|permanently|from now on)\b/i;

const EFFECTS: ReadonlyMap<
  string,
  { readonly says: keyof typeof SAYS; readonly lasts: boolean; readonly label: () => string }
> = new Map([
  ['allow_once', { says: 'allow', lasts: false, label: permissionStrings.allowsOnce }],
  ['allow_always', { says: 'allow', lasts: true, label: permissionStrings.allowsAlways }],
  ['reject_once', { says: 'reject', lasts: false, label: permissionStrings.rejectsOnce }],
  ['reject_always', { says: 'reject', lasts: true, label: permissionStrings.rejectsAlways }],
]);

/** How an option is to be shown: with its kind, unless its name is Parley's own or plainly says the same. */
export function optionLabel({ name, kind }: Pick<PermissionOption, 'name' | 'kind'>): OptionLabel {
  const effect = EFFECTS.get(kind);
  if (effect === undefined) return { isLasting: false, effect: permissionStrings.unknownEffect() };
  const { says, lasts, label } = effect;
  const isPlain = isOwnName(name, kind) || (saysSo(name, says) && LASTS.test(name) === lasts);
  return { isLasting: lasts, ...(isPlain ? {} : { effect: label() }) };
}

function saysSo(name: string, says: keyof typeof SAYS): boolean {
  const { begins, lacks } = SAYS[says];
  return begins.test(name) && !lacks.test(name);
}

function isOwnName(name: string, kind: string): boolean {
  switch (kind) {
    case 'allow_once':
      return name === permissionStrings.allowOnce();
    case 'allow_always':
      return name === permissionStrings.allowForSession();
    default:
      return kind === 'reject_once' && name === permissionStrings.reject();
  }
}

/**
 * The options as they are shown and numbered: those that hold once first, each kind in the agent's order, so that a number
 * that the hand knows gives away no more with one agent than with another.
 */
export function onceFirst<Option extends Pick<PermissionOption, 'kind'>>(
  options: readonly Option[],
): readonly Option[] {
  const isOnce = ({ kind }: Option): boolean => kind === 'allow_once' || kind === 'reject_once';
  return [...options.filter(isOnce), ...options.filter((option) => !isOnce(option))];
}
