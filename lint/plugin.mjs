// The project's own rules for oxlint: which room imports which, and no barrels.
import { isBuiltin } from 'node:module';
import { posix, relative, sep } from 'node:path';
import { rooms, tools, unimportable, wings } from './rooms.mjs';

const platforms = {
  node: { matches: isBuiltin, name: 'modules of Node' },
  vscode: { matches: (source) => /^vscode($|\/)/.test(source), name: '`vscode`' },
  zod: { matches: (source) => source === 'zod', name: '`zod`, but `zod/mini`' },
  react: { matches: (source) => /^react(-dom)?($|\/)/.test(source), name: 'React' },
};

/** The rows of the table with what finds the name of a room, such as `src/features/find/core`, in a path. */
const rows = Object.entries(rooms).map(([key, room]) => ({ key, room, start: startOf(key) }));

/** Matches the part of a path that names a room; `*` stands for one folder, or for `feature` where it is given. */
function startOf(key, feature = '([^/]+)') {
  return new RegExp(`^${key.replaceAll('.', '\\.').replace('*', feature)}(?=/|$)`);
}

/** The row of the table for a path of the repository; undefined outside of all rooms (`scripts`, configuration). */
function rowOf(path) {
  return rows.find(({ start }) => start.test(path));
}

/** The name of the room that a path lies in. */
export function roomOf(path) {
  return rowOf(path)?.start.exec(path)?.[0];
}

/** Whether a room is in a list of rooms; `feature`: what `*` stands for there, undefined for any. */
function isAmong(room, list, feature) {
  return list.some((key) => startOf(key, feature).exec(room)?.[0] === room);
}

/** The message for an import that may not be, or undefined. Paths are relative to the repository's root. */
export function importFault(file, source, typeOnly) {
  if (tools.includes(file)) return undefined;
  return source.startsWith('.')
    ? arrowFault(file, posix.join(posix.dirname(file), source), typeOnly)
    : packageFault(file, source, typeOnly);
}

function packageFault(file, source, typeOnly) {
  const row = rowOf(file);
  if (row === undefined) return undefined;
  const name = roomOf(file);
  const { bans, packages, typePackages = [], why } = row.room;
  const ban = bans.find((each) => platforms[each].matches(source));
  if (ban) return `${name} may not import ${platforms[ban].name}: ${why}.`;
  const among = (list) => list.some((each) => source === each || source.startsWith(`${each}/`));
  if (packages === undefined || among(packages)) return undefined;
  if (!among(typePackages)) return `${name} may not import the package ${source}: ${why}.`;
  return typeOnly ? undefined : `${name} may import only types of ${source}: ${why}.`;
}

function arrowFault(file, target, typeOnly) {
  const from = roomOf(file);
  const to = roomOf(target) ?? topLevel(target);
  const isTest = file.startsWith('test/');
  if (isTest) return undefined;
  if (from === to) return from === undefined ? undefined : wingFault(from, file, target);
  const never = unimportable[to];
  if (never !== undefined) return `${from ?? topLevel(file)} may not import ${to}: ${never}.`;
  if (from === undefined) {
    return /^(?:src|packages)\//.test(file)
      ? `${file} is in no room: give its folder a row in lint/rooms.mjs.`
      : undefined;
  }
  // Assets and styles beside the rooms are nobody's code.
  if (roomOf(target) === undefined && !/^(?:src|packages)\//.test(target) && to !== 'scripts')
    return undefined;
  const { room, start } = rowOf(file);
  const [, feature] = start.exec(file);
  if (isAmong(to, room.imports, feature)) return undefined;
  if (isAmong(to, room.types ?? [], feature)) {
    return typeOnly ? undefined : `${from} may import only types of ${to}: ${room.why}.`;
  }
  return `${from} may not import ${to}: ${room.why}.`;
}

/** The message for an import within a room that goes up in an order of wings. */
function wingFault(room, file, target) {
  for (const [folder, order] of Object.entries(wings)) {
    const isInside =
      `${folder}/`.startsWith(`${room}/`) && [file, target].every((path) => path.startsWith(`${folder}/`));
    const fault = isInside ? faultInOrder(folder, order, file, target) : undefined;
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function faultInOrder(folder, order, file, target) {
  const [from, to] = [file, target].map((path) => {
    const [wing, ...rest] = path.slice(folder.length + 1).split('/');
    return rest.length === 0 ? undefined : wing;
  });
  const floor = (wing) => order.findIndex((row) => row.includes(wing));
  const unknown = [from, to].find((wing) => wing !== undefined && floor(wing) === -1);
  if (unknown !== undefined)
    return `${folder}/${unknown} has no place in the order of wings in lint/rooms.mjs.`;
  if (from === undefined || from === to) return undefined;
  return to === undefined || floor(to) > floor(from)
    ? `${folder}/${from} may not import ${folder}/${to ?? ''}: it is above it in the order of wings in lint/rooms.mjs.`
    : undefined;
}

function topLevel(path) {
  return path.split('/')[0];
}

/** Calls back with the source and kind of whatever makes a file depend on another. */
function eachImport(check) {
  const literal = (node, source, typeOnly) => {
    if (source?.type === 'Literal' && typeof source.value === 'string') check(node, source.value, typeOnly);
  };
  return {
    ImportDeclaration: (node) => literal(node, node.source, node.importKind === 'type'),
    ExportNamedDeclaration: (node) => literal(node, node.source, node.exportKind === 'type'),
    ExportAllDeclaration: (node) => literal(node, node.source, node.exportKind === 'type'),
    ImportExpression: (node) => literal(node, node.source, false),
    TSImportType: (node) => literal(node, node.source, true),
    CallExpression(node) {
      const { callee } = node;
      const isRequire =
        (callee.type === 'Identifier' && callee.name === 'require') ||
        (callee.type === 'MemberExpression' && callee.object.name === 'require');
      if (isRequire) literal(node, node.arguments[0], false);
    },
  };
}

const roomsRule = {
  meta: {
    type: 'problem',
    docs: { description: 'A room imports only what the table in lint/rooms.mjs allows.' },
  },
  create(context) {
    const file = relative(context.cwd, context.physicalFilename).split(sep).join('/');
    return eachImport((node, source, typeOnly) => {
      const message = importFault(file, source, typeOnly);
      if (message) context.report({ node, message });
    });
  },
};

/** Rejects a file that does nothing but re-export. The entry of a bundle does more. */
const noBarrelRule = {
  meta: { type: 'problem', docs: { description: 'Import a thing from the file that it is in.' } },
  create(context) {
    return {
      Program(node) {
        const exports = node.body.filter((each) => each.type.startsWith('Export'));
        const reexports = exports.filter(
          (each) => each.source || (each.type === 'ExportNamedDeclaration' && !each.declaration),
        );
        const others = node.body.filter(
          (each) => !each.type.startsWith('Export') && each.type !== 'ImportDeclaration',
        );
        if (reexports.length > 0 && reexports.length === exports.length && others.length === 0) {
          context.report({
            node: reexports[0],
            message: 'This file only re-exports: import a thing from the file that it is in.',
          });
        }
      },
    };
  },
};

// oxlint asks a plugin for a default export.
export default { meta: { name: 'parley' }, rules: { rooms: roomsRule, 'no-barrel': noBarrelRule } };
