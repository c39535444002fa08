// What a setting is as package.json declares it: type, default, what can be used of it, and who may set it.
import * as z from 'zod/mini';

type SettingType = 'array' | 'boolean' | 'number' | 'object' | 'string';

/**
 * Who may set a setting: the user alone; besides, a workspace as far as the user confirms what it says
 * (`host/settings/agentSettings.ts`); or a workspace as far as it is stricter than the user.
 */
export type SetBy = 'user' | 'confirmed-workspace' | 'stricter-workspace';

/** A test compares all of it with package.json, and who may set it with docs/settings.md, too. */
export interface Setting<T, By extends SetBy = SetBy> {
  readonly setBy: By;
  readonly type: SettingType | readonly SettingType[];
  /** The value where nobody set any. VS Code knows it from package.json. */
  readonly default: T;
  readonly schema: z.ZodMiniType<T>;
  /** The value where what was set cannot be used. */
  readonly unusable: T;
}

/** Settings by their names after `parley.`. */
export type Settings = Readonly<Record<string, Setting<unknown>>>;

export function setting<T, const By extends SetBy>(
  setBy: By,
  row: Omit<Setting<T>, 'setBy'>,
): Setting<T, By> {
  return { setBy, ...row };
}

export function object<T, const By extends SetBy>(
  setBy: By,
  schema: z.ZodMiniType<T>,
  empty: T,
): Setting<T, By> {
  return { setBy, type: 'object', default: empty, schema, unusable: empty };
}

export function oneOf<const T extends string>(values: readonly T[], initial: T): Setting<T, 'user'> {
  return { setBy: 'user', type: 'string', default: initial, schema: z.enum(values), unusable: initial };
}

export function flag(initial: boolean): Setting<boolean, 'user'> {
  return { setBy: 'user', type: 'boolean', default: initial, schema: z.boolean(), unusable: initial };
}

/**
 * A limit; 0 and values that cannot be used mean no limit. Any other is raised or lowered into `range`: a
 * slip of the pen must not delete everything at once.
 */
export function limit(
  initial: number,
  range: { readonly min: number; readonly max: number },
): Setting<number, 'user'> {
  const schema = z.pipe(
    z.number().check(z.gte(0)),
    z.transform((value) => (value === 0 ? 0 : Math.min(Math.max(value, range.min), range.max))),
  );
  return { setBy: 'user', type: 'number', default: initial, schema, unusable: 0 };
}
