// The one table of rooms: what each may import, of the repository and of the platform. `plugin.mjs` enforces it.

/** The whole of zod, of which every bundle would get 45 KB more: `zod/mini` has the same schemas as functions. */
const WHOLE_ZOD = 'zod';

/** What runs in the extension host and in the webview may bring along. */
const CORE_PACKAGES = ['zod', 'diff', 'picomatch', 'fuzzysort', '@vscode/l10n'];

/** Child processes: any program's, and what Parley alone needs of them. */
const PROCESSES = ['packages/process', 'src/process'];

/** The rooms of the kernel that need no `vscode`. */
const kernelInNode = [
  ...PROCESSES,
  ...['core', 'agents', 'history', 'snapshots', 'files', 'storage', 'machine'].map((room) => `src/${room}`),
];

/** Rooms whose code runs, or is bundled, with what a browser has: no module of Node's and no `vscode`. */
const PURE = ['node', 'vscode'];

const WHY_FEATURES =
  'a feature is one folder upon the kernel, and nothing but the composition root knows it: what two of them need is a port or a contribution';

const WHY_PACKAGES =
  'a package is of use without Parley and takes nothing of it: what two of them need is a package, too';

/** The rooms that meet in the composition root. */
const composed = [
  'src/core',
  ...PROCESSES,
  'src/agents',
  'src/history',
  'src/snapshots',
  'src/files',
  'src/storage',
  'src/machine',
  'src/host',
];

/**
 * A room's key is its path; in a room of a feature, `*` stands for the name of the feature, in its own imports for the
 * same name, and in those of other rooms for any. The first row that a path is in counts. `imports`: rooms that it may import; itself goes without saying. `types`: rooms of which it
 * may import types alone, with `import type`. `bans`: what of the platform it may not import, not even as a type.
 * `packages`: the only npm packages that it may import, and `typePackages` those of which types; every one when left out.
 * @typedef {'node' | 'vscode' | 'react' | 'zod'} Platform
 * @typedef {{ imports: string[], types?: string[], bans: Platform[], packages?: string[], typePackages?: string[],
 *   why: string }} Room
 * @type {Readonly<Record<string, Room>>}
 */
export const rooms = {
  'packages/process': { imports: [], bans: ['vscode', 'react', WHOLE_ZOD], why: WHY_PACKAGES },
  'packages/agent': { imports: [], bans: ['vscode', 'react', WHOLE_ZOD], why: WHY_PACKAGES },
  'packages/rpc-agent': {
    imports: ['packages/process', 'packages/agent'],
    bans: ['vscode', 'react'],
    why: WHY_PACKAGES,
  },
  'packages/demo-agent': { imports: ['packages/agent'], bans: ['vscode', 'react'], why: WHY_PACKAGES },
  'src/features/*/core': {
    imports: ['src/core'],
    packages: CORE_PACKAGES,
    bans: [...PURE, 'react', WHOLE_ZOD],
    why: WHY_FEATURES,
  },
  'src/features/*/node': {
    imports: [...kernelInNode, 'src/features/*/core'],
    bans: ['vscode', 'react', WHOLE_ZOD],
    why: WHY_FEATURES,
  },
  'src/features/*/host': {
    imports: [...kernelInNode, 'src/host', 'src/features/*/core', 'src/features/*/node'],
    types: ['src/features/*'],
    bans: ['react', WHOLE_ZOD],
    why: WHY_FEATURES,
  },
  'src/features/*': {
    imports: ['src/core', 'src/host', 'src/features/*/core', 'src/features/*/node', 'src/features/*/host'],
    bans: ['react', WHOLE_ZOD],
    why: WHY_FEATURES,
  },
  'src/core': {
    imports: [],
    packages: CORE_PACKAGES,
    typePackages: ['@agentclientprotocol/sdk'],
    bans: [...PURE, 'react', WHOLE_ZOD],
    why: 'core runs in the extension host and in the webview: pure TypeScript, nothing of the repository but itself',
  },
  'src/process': {
    imports: ['packages/process', 'src/core', 'src/storage'],
    bans: ['vscode', 'react', WHOLE_ZOD],
    why: 'process is pure Node and serves agents, snapshots, files, machine and features',
  },
  'src/storage': {
    imports: [],
    bans: ['vscode', 'react', WHOLE_ZOD],
    why: 'storage is pure Node over nothing, for every room that stores files',
  },
  'src/agents': {
    imports: ['src/core', ...PROCESSES, 'src/storage'],
    bans: ['vscode', 'react', WHOLE_ZOD],
    why: 'agents and host meet in core/ports, and the composition joins them',
  },
  'src/history': {
    imports: ['src/core', 'src/storage'],
    bans: ['vscode', 'react', WHOLE_ZOD],
    why: 'history, snapshots and files are pure Node over core, and do not import each other',
  },
  'src/snapshots': {
    imports: ['src/core', ...PROCESSES, 'src/storage'],
    bans: ['vscode', 'react', WHOLE_ZOD],
    why: 'history, snapshots and files are pure Node over core, and do not import each other',
  },
  'src/files': {
    imports: ['src/core', ...PROCESSES, 'src/storage'],
    bans: ['vscode', 'react', WHOLE_ZOD],
    why: 'history, snapshots and files are pure Node over core, and do not import each other',
  },
  'src/machine': {
    imports: ['src/core', ...PROCESSES, 'src/storage'],
    bans: ['vscode', 'react', WHOLE_ZOD],
    why: 'machine is pure Node over core, process and storage, for the launch of agents and for features',
  },
  'src/host': {
    imports: ['src/core', 'src/history', 'src/files', 'src/storage', 'src/machine'],
    bans: ['react', WHOLE_ZOD],
    why: 'agents and host meet in core/ports, and the composition joins them',
  },
  'src/composition': {
    imports: [...composed, 'src/features/*'],
    bans: ['react', WHOLE_ZOD],
    why: 'agent programs are spawned, and the webview is loaded by the browser: neither is imported',
  },
  'src/extension.ts': {
    imports: [...composed, 'src/composition'],
    bans: ['react', WHOLE_ZOD],
    why: 'agent programs are spawned, and the webview is loaded by the browser: neither is imported',
  },
  'webview/features/*': {
    imports: ['webview', 'src/core', 'src/features/*/core'],
    bans: [...PURE, WHOLE_ZOD],
    why: WHY_FEATURES,
  },
  'webview/composition': {
    imports: ['webview', 'webview/features/*', 'src/core'],
    bans: [...PURE, WHOLE_ZOD],
    why: 'it joins what features show with the panel and the pages',
  },
  'webview/dev': {
    imports: ['webview', 'webview/composition', 'src/core'],
    bans: [...PURE, WHOLE_ZOD],
    why: 'it opens the panel in a plain browser: nothing imports it',
  },
  webview: {
    imports: ['src/core'],
    bans: [...PURE, WHOLE_ZOD],
    why: 'the webview runs in a browser and imports nothing of src but core',
  },
};

/**
 * The wings of a folder from the bottom up: each imports those before it, not even a type of those behind it, and so there
 * is no circle. Wings of one row are one. What lies in no wing stands on top of all.
 * @type {Readonly<Record<string, readonly (readonly string[])[]>>}
 */
export const wings = {
  'src/host': [
    ['contributions'],
    ['text'],
    ['settings'],
    ['window'],
    ['prompt'],
    ['chat'],
    ['editors'],
    ['permissions'],
    ['usage'],
    ['agents'],
    ['sessions'],
    ['configOptions'],
    ['context'],
    ['attach'],
    ['panel'],
    ['views'],
  ],
  webview: [['ui'], ['text'], ['markdown'], ['panel']],
  'webview/panel': [
    ['state'],
    ['disclosure'],
    ['content'],
    ['mentions'],
    ['terminal'],
    ['plan'],
    ['header'],
    ['configBar'],
    ['composer'],
    ['errors'],
    ['emptyState'],
    ['branches'],
    ['toolCall'],
    ['entries'],
    ['transcript'],
    ['dock'],
    ['readOnly'],
    ['contextMenu'],
  ],
};

/** Which files may be imported from other rooms by tests and scripts alone, or by nothing: see `rooms` for the rest. */
export const unimportable = {
  'src/extension.ts': 'VS Code loads extension.ts, nothing imports it',
  test: 'nothing outside test/ imports test/',
};

/** Files of a room that are tools, run by Node on the machine of a developer. They may import what they like. */
export const tools = ['webview/dev/devServer.mjs', 'webview/dev/serve.mjs'];
