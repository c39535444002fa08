// The settings that package.json contributes: their types and defaults, and the only place that reads and writes them.
import * as vscode from 'vscode';
import * as z from 'zod';
import type { Disposable } from '../../core/base/lifecycle.ts';
import { budgetSetting } from '../../core/usage/budget.ts';

const SECTION = 'parley';

/** A setting as package.json declares it. */
interface Setting<T> {
  readonly type: 'array' | 'boolean' | 'number' | 'object' | 'string';
  /** The value where nobody set any. VS Code knows it from package.json; a test compares the two. */
  readonly default: T;
  readonly schema: z.ZodType<T>;
  /** The value where what was set cannot be used. */
  readonly unusable: T;
}

function object<T>(schema: z.ZodType<T>, empty: T): Setting<T> {
  return { type: 'object', default: empty, schema, unusable: empty };
}

function oneOf<const T extends string>(values: readonly T[], initial: T): Setting<T> {
  return { type: 'string', default: initial, schema: z.enum(values), unusable: initial };
}

function flag(initial: boolean): Setting<boolean> {
  return { type: 'boolean', default: initial, schema: z.boolean(), unusable: initial };
}

/** A limit, of which 0 and what cannot be used mean that there is none. */
function limit(initial: number): Setting<number> {
  return { type: 'number', default: initial, schema: z.number().min(0), unusable: 0 };
}

/** Every setting by its name after `parley.`. */
export const settings = {
  agents: object(z.record(z.string(), z.unknown()), {}),
  mcpServers: object<unknown>(z.unknown(), {}),
  defaultAgent: { type: 'string', default: '', schema: z.string(), unusable: '' } satisfies Setting<string>,
  enterKey: oneOf(['send', 'newline'], 'send'),
  rememberConfigOptions: flag(false),
  budget: object(budgetSetting, {}),
  /** Each rule is parsed on its own, so that one that cannot be used spoils no other. */
  'permissions.rules': {
    type: 'array',
    default: [],
    schema: z.unknown(),
    unusable: [],
  } satisfies Setting<unknown>,
  'permissions.readOnly': flag(false),
  followAgent: flag(false),
  trace: oneOf(['off', 'messages'], 'off'),
  notifications: oneOf(['off', 'unfocused', 'always'], 'unfocused'),
  'history.enabled': flag(true),
  'history.maxAgeDays': limit(0),
  'history.maxSizeMB': limit(4_000),
  /** Minutes. */
  idleMinutes: limit(0),
  warmSpare: flag(false),
} as const;

export type SettingName = keyof typeof settings;
type SettingValues = { readonly [Name in SettingName]: z.output<(typeof settings)[Name]['schema']> };

/** Settings whose names begin alike. */
type SettingGroup = SettingName extends infer Name
  ? Name extends `${infer Group}.${string}`
    ? Group
    : never
  : never;

/** The same table, so that a name leads to the type of its value. */
const byName: { readonly [Name in SettingName]: Setting<SettingValues[Name]> } = settings;

/** The value that holds in this window. */
export function readSetting<Name extends SettingName>(name: Name): SettingValues[Name] {
  return usable(name, vscode.workspace.getConfiguration(SECTION).get<unknown>(name));
}

/** Whether the value that is set can be used. */
export function isSettingUsable(name: SettingName): boolean {
  const value = vscode.workspace.getConfiguration(SECTION).get<unknown>(name);
  return value === undefined || value === null || byName[name].schema.safeParse(value).success;
}

/** What was set in each place; undefined where nothing was. */
export interface SettingPlaces<T> {
  readonly user: T | undefined;
  readonly workspace: T | undefined;
  readonly folder: T | undefined;
}

/** The value of each place, for settings that mean something else in each. */
export function readSettingPlaces<Name extends SettingName>(name: Name): SettingPlaces<SettingValues[Name]> {
  const found = vscode.workspace.getConfiguration(SECTION).inspect<unknown>(name);
  const read = (value: unknown): SettingValues[Name] | undefined =>
    value === undefined || value === null ? undefined : usable(name, value);
  return {
    user: read(found?.globalValue),
    workspace: read(found?.workspaceValue),
    folder: read(found?.workspaceFolderValue),
  };
}

/** Writes a value into the user's settings. */
export async function writeSetting<Name extends SettingName>(
  name: Name,
  value: SettingValues[Name],
): Promise<void> {
  const configuration = vscode.workspace.getConfiguration(SECTION);
  await configuration.update(name, value, vscode.ConfigurationTarget.Global);
}

/** Fires when a setting changed; the argument says whether one of a name or group did. */
export function onSettingsChange(
  listener: (affects: (name: SettingName | SettingGroup) => boolean) => void,
): Disposable {
  return vscode.workspace.onDidChangeConfiguration((change) => {
    if (!change.affectsConfiguration(SECTION)) return;
    listener((name) => change.affectsConfiguration(`${SECTION}.${name}`));
  });
}

function usable<Name extends SettingName>(name: Name, value: unknown): SettingValues[Name] {
  const { schema, unusable } = byName[name];
  const parsed = schema.safeParse(value);
  return parsed.success ? parsed.data : unusable;
}
