// The settings that package.json contributes: types, defaults, who may set them; the only place that reads and writes them.
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { Disposable } from '../../core/base/lifecycle.ts';

const SECTION = 'parley';

type SettingType = 'array' | 'boolean' | 'number' | 'object' | 'string';

/** A setting as package.json declares it. */
interface Setting<T> {
  readonly type: SettingType | readonly SettingType[];
  /** The value where nobody set any. VS Code knows it from package.json; a test compares the two. */
  readonly default: T;
  readonly schema: z.ZodMiniType<T>;
  /** The value where what was set cannot be used. */
  readonly unusable: T;
}

function object<T>(schema: z.ZodMiniType<T>, empty: T): Setting<T> {
  return { type: 'object', default: empty, schema, unusable: empty };
}

function oneOf<const T extends string>(values: readonly T[], initial: T): Setting<T> {
  return { type: 'string', default: initial, schema: z.enum(values), unusable: initial };
}

/** An address of a web server; any other value counts as the default. */
function address(initial: string): Setting<string> {
  const schema = z.string().check(
    z.trim(),
    z.refine((text) => /^https?:\/\//i.test(text) && URL.canParse(text)),
  );
  return { type: 'string', default: initial, schema, unusable: initial };
}

function flag(initial: boolean): Setting<boolean> {
  return { type: 'boolean', default: initial, schema: z.boolean(), unusable: initial };
}

/**
 * A limit; 0 and values that cannot be used mean no limit. Any other is raised or lowered into `range`: a
 * slip of the pen must not delete everything at once.
 */
function limit(initial: number, range: { readonly min: number; readonly max: number }): Setting<number> {
  const schema = z.pipe(
    z.number().check(z.gte(0)),
    z.transform((value) => (value === 0 ? 0 : Math.min(Math.max(value, range.min), range.max))),
  );
  return { type: 'number', default: initial, schema, unusable: 0 };
}

/** Two weeks: what a timer can still count in milliseconds. */
const MAX_IDLE_MINUTES = 20_160;
/** A hundred years. */
const MAX_AGE_DAYS = 36_500;
const MAX_SIZE_MB = 1_000_000;

/** Every setting by its name after `parley.`. */
export const settings = {
  agents: object(z.record(z.string(), z.unknown()), {}),
  mcpServers: object<unknown>(z.unknown(), {}),
  defaultAgent: { type: 'string', default: '', schema: z.string(), unusable: '' } satisfies Setting<string>,
  registryUrl: address('https://cdn.agentclientprotocol.com/registry/v1/latest/registry.json'),
  enterKey: oneOf(['send', 'newline'], 'send'),
  /** Pixels; 0 is VS Code's own size. */
  fontSize: limit(0, { min: 8, max: 40 }),
  density: oneOf(['comfortable', 'compact'], 'comfortable'),
  direction: oneOf(['auto', 'ltr', 'rtl'], 'auto'),
  'sounds.finished': flag(false),
  'sounds.waiting': flag(false),
  'sounds.failed': flag(false),
  rememberConfigOptions: flag(true),
  'quickFixes.send': flag(false),
  budget: object<unknown>(z.unknown(), {}),
  /** Each rule is parsed on its own, so that one that cannot be used spoils no other. */
  'permissions.rules': {
    type: 'array',
    default: [],
    schema: z.unknown(),
    unusable: [],
  } satisfies Setting<unknown>,
  'permissions.readOnly': flag(false),
  /** Each glob is read on its own, so that a value that cannot be used protects. */
  'permissions.protectedFiles': object<unknown>(z.unknown(), {}),
  followAgent: flag(false),
  /** For all agents, or by agent. What cannot be used offers nothing. */
  ideTools: {
    type: ['boolean', 'object'],
    default: true,
    schema: z.union([z.boolean(), z.record(z.string(), z.boolean())]),
    unusable: false,
  } satisfies Setting<boolean | Record<string, boolean>>,
  vscodeTools: {
    type: 'array',
    default: [],
    schema: z.array(z.string()),
    unusable: [],
  } satisfies Setting<string[]>,
  trace: oneOf(['off', 'messages'], 'off'),
  notifications: oneOf(['off', 'unfocused', 'always'], 'unfocused'),
  'history.enabled': flag(true),
  'history.maxAgeDays': limit(0, { min: 1, max: MAX_AGE_DAYS }),
  'history.maxSizeMB': limit(4_000, { min: 10, max: MAX_SIZE_MB }),
  /** Minutes. */
  idleMinutes: limit(0, { min: 1, max: MAX_IDLE_MINUTES }),
  warmSpare: flag(false),
} as const;

export type SettingName = keyof typeof settings;
type SettingValues = { readonly [Name in SettingName]: z.output<(typeof settings)[Name]['schema']> };

/**
 * Who may set a setting: the user alone; besides, a workspace as far as the user confirms what it says
 * (`host/settings/agentSettings.ts`); or a workspace as far as it is stricter than the user.
 */
export type SetBy = 'user' | 'confirmed-workspace' | 'stricter-workspace';

/** Who may set each setting. A test compares this with the scopes in package.json and with docs/settings.md. */
export const setBy = {
  agents: 'confirmed-workspace',
  mcpServers: 'confirmed-workspace',
  defaultAgent: 'confirmed-workspace',
  registryUrl: 'user',
  enterKey: 'user',
  fontSize: 'user',
  density: 'user',
  direction: 'user',
  'sounds.finished': 'user',
  'sounds.waiting': 'user',
  'sounds.failed': 'user',
  rememberConfigOptions: 'user',
  'quickFixes.send': 'user',
  budget: 'stricter-workspace',
  'permissions.rules': 'stricter-workspace',
  'permissions.readOnly': 'stricter-workspace',
  'permissions.protectedFiles': 'stricter-workspace',
  followAgent: 'user',
  ideTools: 'user',
  vscodeTools: 'user',
  trace: 'user',
  notifications: 'user',
  'history.enabled': 'user',
  'history.maxAgeDays': 'user',
  'history.maxSizeMB': 'user',
  idleMinutes: 'user',
  warmSpare: 'user',
} as const satisfies Record<SettingName, SetBy>;

/** Settings that the user alone may set. */
export type UserSettingName = {
  [Name in SettingName]: (typeof setBy)[Name] extends 'user' ? Name : never;
}[SettingName];

/** Settings whose names begin alike. */
type SettingGroup = SettingName extends infer Name
  ? Name extends `${infer Group}.${string}`
    ? Group
    : never
  : never;

/** The same table, so that a name leads to the type of its value. */
const byName: { readonly [Name in SettingName]: Setting<SettingValues[Name]> } = settings;

/** The value of a setting that the user alone may set. What a workspace says of it is not looked at. */
export function readSetting<Name extends UserSettingName>(name: Name): SettingValues[Name] {
  return readUserSetting(name);
}

/** The value that the user set, else the default. */
export function readUserSetting<Name extends SettingName>(name: Name): SettingValues[Name] {
  const value = readRawUserSetting(name);
  return value === undefined ? byName[name].default : usable(name, value);
}

/** What the user set, whether it can be used or not; undefined where nothing was. */
export function readRawUserSetting(name: SettingName): unknown {
  return inspect(name, null)?.globalValue;
}

/** Whether what the user set can be used. */
export function isSettingUsable(name: SettingName): boolean {
  const value = readRawUserSetting(name);
  return value === undefined || value === null || byName[name].schema.safeParse(value).success;
}

/** What the workspace file or a folder of the window says of a setting. */
export interface WorkspaceValue {
  /** The workspace file or the folder. */
  readonly uri: string;
  /** The absolute path of the workspace file or the folder. */
  readonly path: string;
  /** The folder that `${workspaceFolder}` means there; absolute. */
  readonly folder: string;
  /** Outside data. */
  readonly value: unknown;
}

/** Why a user's setting does not hold as it was written. */
export interface SettingProblem {
  readonly name: UserSettingName;
  /** As it was written. */
  readonly value: unknown;
  /** What holds instead. */
  readonly used: boolean | number | string | readonly string[] | Readonly<Record<string, boolean>>;
  /** The limit that it was raised or lowered to; undefined where it cannot be used at all. */
  readonly bound: 'minimum' | 'maximum' | undefined;
}

/** The settings of the user alone that do not hold as they are written. */
export function settingProblems(): readonly SettingProblem[] {
  return userSettingNames().flatMap((name): readonly SettingProblem[] => {
    const value = readRawUserSetting(name);
    if (value === undefined) return [];
    const parsed = byName[name].schema.safeParse(value);
    const used = usable(name, value);
    if (!parsed.success) return [{ name, value, used, bound: undefined }];
    if (typeof value !== 'number' || typeof used !== 'number' || value === used) return [];
    return [{ name, value, used, bound: value < used ? 'minimum' : 'maximum' }];
  });
}

function userSettingNames(): readonly UserSettingName[] {
  const isOfUser = (name: SettingName): name is UserSettingName => setBy[name] === 'user';
  const isSetting = (name: string): name is SettingName => Object.hasOwn(settings, name);
  return Object.keys(settings).filter(isSetting).filter(isOfUser);
}

/** What the workspace file and each folder say of a setting, never merged; those that say nothing are left out. */
export function readWorkspaceValues(name: SettingName): readonly WorkspaceValue[] {
  const { workspaceFile, workspaceFolders: folders = [] } = vscode.workspace;
  const [first] = folders;
  if (first === undefined) return [];
  const whole = inspect(name, null)?.workspaceValue;
  // Without a workspace file the settings of the workspace are those of its one folder.
  const place = workspaceFile ?? first.uri;
  const values: readonly WorkspaceValue[] = [
    { uri: place.toString(), path: place.fsPath, folder: first.uri.fsPath, value: whole },
    ...(workspaceFile === undefined ? [] : folders).map(({ uri }) => ({
      uri: uri.toString(),
      path: uri.fsPath,
      folder: uri.fsPath,
      value: inspect(name, uri)?.workspaceFolderValue,
    })),
  ];
  return values.filter(({ value }) => value !== undefined && value !== null);
}

interface Inspected {
  readonly globalValue?: unknown;
  readonly workspaceValue?: unknown;
  readonly workspaceFolderValue?: unknown;
}

/** What is set in each place, unmerged. Null, and not undefined, where it is not asked for a folder: VS Code warns else. */
function inspect(name: SettingName, folder: vscode.Uri | null): Inspected | undefined {
  return vscode.workspace.getConfiguration(SECTION, folder).inspect<unknown>(name);
}

/** What was set in each place; undefined where nothing was. */
export interface SettingPlaces<T> {
  readonly user: T | undefined;
  readonly workspace: T | undefined;
  readonly folder: T | undefined;
}

/** The value of each place, for settings that mean something else in each. */
export function readSettingPlaces<Name extends SettingName>(name: Name): SettingPlaces<SettingValues[Name]> {
  const found = inspect(name, null);
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

/** Removes a value from the user's settings, so that the default holds. */
export async function resetSetting(name: SettingName): Promise<void> {
  const configuration = vscode.workspace.getConfiguration(SECTION);
  await configuration.update(name, undefined, vscode.ConfigurationTarget.Global);
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
