// Loads and activates dist/extension.js of the folder given, with a stand-in for `vscode` that takes everything and
// does nothing, and prints the milliseconds that took and the bytes of code it loaded.
'use strict';
const { statSync } = require('node:fs');
const Module = require('node:module');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { performance } = require('node:perf_hooks');

const root = process.argv[2];
const packageJSON = require(join(root, 'package.json'));

/** Can be called, constructed, extended, iterated, changed and asked for any property. */
const anything = new Proxy(function stand() {}, {
  apply: () => anything,
  construct: (_target, _args, made) => Object.create(made.prototype),
  get(_target, name) {
    if (name === 'then') return undefined;
    if (name === Symbol.iterator) return () => [].values();
    if (name === Symbol.toPrimitive) return () => '';
    return anything;
  },
  set(_target, name, value, receiver) {
    if (receiver !== anything) Object.defineProperty(receiver, name, { value, writable: true });
    return true;
  },
});
/** Has what is given, and anything else. */
const withAnything = (given) => new Proxy(given, { get: (own, name) => own[name] ?? anything });
const unset = withAnything({ get: () => undefined, inspect: () => undefined, has: () => false });
const workspace = withAnything({ getConfiguration: () => unset });
const vscode = new Proxy(
  {},
  {
    get: (_target, name) => (name === 'workspace' ? workspace : anything),
    // esbuild makes an object with the module's prototype; so what is asked of that object ends here.
    getPrototypeOf: () => vscode,
  },
);

const load = Module._load;
Module._load = function loadWithStandIn(request, ...rest) {
  return request === 'vscode' ? vscode : load.call(this, request, ...rest);
};

const state = { get: (_key, fallback) => fallback, update: async () => {}, keys: () => [] };
const context = {
  subscriptions: [],
  extension: { packageJSON },
  extensionUri: { fsPath: root },
  extensionPath: root,
  asAbsolutePath: (path) => join(root, path),
  logUri: { fsPath: tmpdir() },
  globalStorageUri: { fsPath: tmpdir() },
  storageUri: { fsPath: tmpdir() },
  globalState: state,
  workspaceState: state,
  secrets: anything,
};

const began = performance.now();
const extension = require(join(root, 'dist', 'extension.js'));
void Promise.resolve(extension.activate(context)).then(() => {
  const milliseconds = performance.now() - began;
  const dist = join(root, 'dist');
  const loaded = Object.keys(require.cache).filter((file) => file.startsWith(dist));
  const bytes = loaded.reduce((sum, file) => sum + statSync(file).size, 0);
  console.log(JSON.stringify({ milliseconds, bytes }));
  process.exit(0);
});
