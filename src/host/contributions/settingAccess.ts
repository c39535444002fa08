// Reads and writes settings, and the only place that does: each table of them gets functions that know its names and types.
import * as vscode from 'vscode';
import type { Disposable } from '../../core/base/lifecycle.ts';
import type { Setting, Settings } from './setting.ts';

const SECTION = 'parley';

/** Settings by the types of their values. */
type Rows<Values> = { readonly [Name in keyof Values]: Setting<Values[Name]> };

/** The settings of a table that the user alone may set. */
type OfUser<Table> = {
  [Name in keyof Table]: Table[Name] extends Setting<unknown, 'user'> ? Name : never;
}[keyof Table] &
  string;

/** Settings whose names begin alike. */
type GroupOf<Name> = Name extends `${infer Group}.${string}` ? Group : never;

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
  readonly name: string;
  /** As it was written. */
  readonly value: unknown;
  /** What holds instead. */
  readonly used: unknown;
  /** The limit that it was raised or lowered to; undefined where it cannot be used at all. */
  readonly bound: 'minimum' | 'maximum' | undefined;
}

/** What was set in each place; undefined where nothing was. */
interface SettingPlaces<T> {
  readonly user: T | undefined;
  readonly workspace: T | undefined;
  readonly folder: T | undefined;
}

/** What reads and writes the settings of a table. */
interface Access<Values extends object, Table, Name extends keyof Values & string = keyof Values & string> {
  /** The value of a setting that the user alone may set. What a workspace says of it is not looked at. */
  readonly readSetting: <Of extends Name & OfUser<Table>>(name: Of) => Values[Of];
  /** The value that the user set, else the default. */
  readonly readUserSetting: <Of extends Name>(name: Of) => Values[Of];
  /** What the user set, whether it can be used or not; undefined where nothing was. */
  readonly readRawUserSetting: (name: Name) => unknown;
  /** What the workspace file and each folder say of a setting, never merged; those that say nothing are left out. */
  readonly readWorkspaceValues: (name: Name) => readonly WorkspaceValue[];
  /** The value of each place, for settings that mean something else in each. */
  readonly readSettingPlaces: <Of extends Name>(name: Of) => SettingPlaces<Values[Of]>;
  /** Writes a value into the user's settings; without one, it is removed there, and the default holds. */
  readonly writeSetting: <Of extends Name>(name: Of, value: Values[Of] | undefined) => Promise<void>;
  /** Fires when a setting changed; the argument says whether one of a name or group did. */
  readonly onSettingsChange: (
    listener: (affects: (name: Name | GroupOf<Name>) => boolean) => void,
  ) => Disposable;
}

/** A name that is not in the table does not compile. */
export function accessTo<Values extends object, Table extends Rows<Values>>(
  table: Rows<Values> & Table,
): Access<Values, Table> {
  type Name = keyof Values & string;
  const rows: Rows<Values> = table;

  const readUserSetting = <Of extends Name>(name: Of): Values[Of] => {
    const value = readRaw(name);
    return value === undefined ? rows[name].default : usable(rows[name], value);
  };
  return {
    readSetting: readUserSetting,
    readUserSetting,
    readRawUserSetting: readRaw,
    readWorkspaceValues,
    readSettingPlaces: (name) => {
      const found = inspect(name, null);
      const read = (value: unknown): Values[typeof name] | undefined =>
        value === undefined || value === null ? undefined : usable(rows[name], value);
      return {
        user: read(found?.globalValue),
        workspace: read(found?.workspaceValue),
        folder: read(found?.workspaceFolderValue),
      };
    },
    writeSetting: write,
    onSettingsChange: onAnyChange,
  };
}

/** The settings of the user alone that do not hold as they are written. */
export function settingProblems(table: Settings): readonly SettingProblem[] {
  return Object.entries(table).flatMap(([name, row]): readonly SettingProblem[] => {
    const value = readRaw(name);
    if (row.setBy !== 'user' || value === undefined) return [];
    const isUsable = row.schema.safeParse(value).success;
    const used = usable(row, value);
    if (!isUsable) return [{ name, value, used, bound: undefined }];
    if (typeof value !== 'number' || typeof used !== 'number' || value === used) return [];
    return [{ name, value, used, bound: value < used ? 'minimum' : 'maximum' }];
  });
}

/** Fires when a setting of any table changed. */
export function onAnyChange(listener: (affects: (name: string) => boolean) => void): Disposable {
  return vscode.workspace.onDidChangeConfiguration((change) => {
    if (!change.affectsConfiguration(SECTION)) return;
    listener((name) => change.affectsConfiguration(`${SECTION}.${name}`));
  });
}

function readRaw(name: string): unknown {
  return inspect(name, null)?.globalValue;
}

async function write(name: string, value: unknown): Promise<void> {
  const configuration = vscode.workspace.getConfiguration(SECTION);
  await configuration.update(name, value, vscode.ConfigurationTarget.Global);
}

function usable<T>({ schema, unusable }: Setting<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  return parsed.success ? parsed.data : unusable;
}

function readWorkspaceValues(name: string): readonly WorkspaceValue[] {
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
function inspect(name: string, folder: vscode.Uri | null): Inspected | undefined {
  return vscode.workspace.getConfiguration(SECTION, folder).inspect<unknown>(name);
}
