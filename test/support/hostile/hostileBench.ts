// What Parley is made of below VS Code's interface, around an agent that the test plays, in a folder beside which lies
// what nobody may touch.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AcpConnection, type AcpConnectionOptions } from '../../../src/agents/acpConnection.ts';
import type { Agent } from '../../../src/core/ports/agent.ts';
import type { Clock } from '../../../src/core/ports/hostPorts.ts';
import type { SessionState } from '../../../src/core/session/model.ts';
import { Sessions } from '../../../src/core/sessionLifecycle/sessions.ts';
import { SessionStore } from '../../../src/core/sessionLifecycle/sessionStore.ts';
import { permissionParts } from '../../../src/core/permissions/permissionParts.ts';
import { PendingElicitations } from '../../../src/features/elicitation/core/pendingElicitations.ts';
import { terminalsInRoots } from '../../../src/files/terminalFolder.ts';
import { EditorFileSystem } from '../../../src/host/editors/editorFileSystem.ts';
import { PermissionRules } from '../../../src/host/permissions/permissionRules.ts';
import { atEnd, realClock, temporaryFolder, until } from '../agentHarness.ts';
import { MemoryLog } from '../log.ts';
import { relayAgent, type RelayHarness } from '../relayHarness.ts';
import { countedKeys } from '../sessions.ts';
import { changeSettings, resetVscode, vscode } from '../vscode.ts';

/** What lies outside, and stays as it is. */
const OUTSIDE_FILES: Readonly<Record<string, string>> = { secret: 'the secret\n', victim: 'untouched\n' };

export interface HostileFolders {
  /** The folder of the first session. */
  readonly workspace: string;
  /** A folder of no session. */
  readonly outside: string;
}

interface HostileBench extends HostileFolders {
  readonly sessions: Sessions;
  readonly elicitations: PendingElicitations;
  readonly store: SessionStore;
  readonly log: MemoryLog;
  /** The session that the agent attacks, `s1` to it, in the workspace. */
  readonly key: string;
  /** A session that must not notice, `s2`, in a folder of its own. */
  readonly otherKey: string;
  readonly state: () => SessionState;
  readonly otherState: () => SessionState;
}

export interface RelayBench extends HostileBench {
  readonly relay: RelayHarness;
}

/** Folders with a workspace and what lies beside it. */
export function hostileFolders(): HostileFolders {
  const folder = realpathSync(temporaryFolder());
  const workspace = join(folder, 'workspace');
  const outside = join(folder, 'outside');
  mkdirSync(workspace);
  mkdirSync(outside);
  for (const [name, text] of Object.entries(OUTSIDE_FILES)) writeFileSync(join(outside, name), text);
  return { workspace, outside };
}

/** What is outside now, by name; of folders only the name. */
export function filesOutside({ outside }: HostileFolders): Record<string, string> {
  const files = readdirSync(outside, { withFileTypes: true });
  return Object.fromEntries(
    files.map((file) => [file.name, file.isFile() ? readFileSync(join(outside, file.name), 'utf8') : '']),
  );
}

export const untouchedOutside = OUTSIDE_FILES;

/** Sets settings of the user, as they are named in `package.json` after `parley.`, and has the code know. */
export function setUserSettings(settings: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(settings)) vscode.settings.set(name, value);
  changeSettings();
}

/** The same for the settings of the workspace. */
export function setWorkspaceSettings(settings: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(settings)) vscode.places.set(name, { workspaceValue: value });
  changeSettings();
}

export interface BenchOptions {
  readonly userSettings?: Readonly<Record<string, unknown>>;
  readonly workspaceSettings?: Readonly<Record<string, unknown>>;
  readonly folders?: HostileFolders;
  readonly clock?: Clock;
}

/** The sessions of a window, with the rules, files and terminals that VS Code gives them. */
async function sessionsOfWindow(agent: () => Agent, options: BenchOptions = {}) {
  resetVscode();
  setUserSettings(options.userSettings ?? {});
  setWorkspaceSettings(options.workspaceSettings ?? {});
  const log = new MemoryLog();
  const rules = new PermissionRules(log);
  await rules.load();
  const store = new SessionStore();
  const { clock = realClock } = options;
  const sessions = new Sessions({
    store,
    agents: { agent },
    clock,
    log,
    policy: rules,
    newKey: countedKeys(),
  });
  const limit = sessions.questionLimit;
  const forPermissions = { store, clock, log, policy: rules, newKey: countedKeys(), limit };
  sessions.permissions.use(permissionParts(forPermissions));
  const elicitations = new PendingElicitations({ store, clock, limit });
  sessions.elicitations.serve(elicitations);
  atEnd(() => {
    sessions.dispose();
    elicitations.dispose();
    rules.dispose();
  });
  const ports: Partial<AcpConnectionOptions> = {
    client: sessions.client,
    ...(options.clock === undefined ? {} : { clock: options.clock }),
    files: new EditorFileSystem(),
    terminals: terminalsInRoots,
  };
  const stateOf = (key: string): SessionState => {
    const state = store.state(key);
    if (state === undefined) throw new Error(`There is no session ${key}.`);
    return state;
  };
  const { folders = hostileFolders() } = options;
  return { sessions, elicitations, store, log, rules, ports, stateOf, folders };
}

/** A window with two sessions of an agent whose every message the test writes. */
export async function relayBench(options: BenchOptions = {}): Promise<RelayBench> {
  let relay: RelayHarness | undefined;
  const window = await sessionsOfWindow(() => {
    if (relay === undefined) throw new Error('The agent is not connected yet.');
    return relay.agent;
  }, options);
  const { sessions, elicitations, store, ports, log, stateOf, folders } = window;
  relay = await relayAgent(ports);
  const open = async (folder: string, id: string): Promise<string> => {
    const key = sessions.create('fake', folder);
    await until(() => stateOf(key).sessionId === id && !stateOf(key).opening, `${id} is open`);
    return key;
  };
  const key = await open(folders.workspace, 's1');
  const otherKey = await open(mkdtempSync(join(folders.workspace, '..', 'other-')), 's2');
  return {
    ...folders,
    relay,
    sessions,
    elicitations,
    store,
    log,
    key,
    otherKey,
    state: () => stateOf(key),
    otherState: () => stateOf(otherKey),
  };
}

/** Resolves when Parley has handled all that the agent wrote so far. */
export async function handled({ relay }: RelayBench): Promise<void> {
  await relay.send('_fence', {}).answer;
}

/** The sessions of a window whose one agent is a process that Node starts with these arguments, and its log. */
export async function sessionsOfProcess(name: string, args: readonly string[]) {
  const log = new MemoryLog();
  let connection: AcpConnection | undefined;
  const window = await sessionsOfWindow(() => {
    if (connection === undefined) throw new Error('There is no agent yet.');
    return connection;
  });
  const agent = new AcpConnection({
    name,
    launch: () => ({ command: process.execPath, args: [...args], env: {}, cwd: window.folders.workspace }),
    client: window.sessions.client,
    clientInfo: { name: 'parley', title: 'Parley', version: '0.0.0' },
    clock: realClock,
    log,
    ...window.ports,
  });
  connection = agent;
  atEnd(() => agent.stop());
  return { ...window, agent, log };
}
