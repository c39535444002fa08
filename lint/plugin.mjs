// The project's own rules for oxlint: which room imports which, and no barrels.
import { isBuiltin } from 'node:module';
import { posix, relative, sep } from 'node:path';
import { rooms, tools, unimportable } from './rooms.mjs';

const platforms = {
  node: { matches: isBuiltin, name: 'modules of Node' },
  vscode: { matches: (source) => /^vscode($|\/)/.test(source), name: '`vscode`' },
  zod: { matches: (source) => source === 'zod', name: '`zod`, but `zod/mini`' },
  react: { matches: (source) => /^react(-dom)?($|\/)/.test(source), name: 'React' },
};

/** The room that a path of the repository lies in, or undefined outside of all (`scripts`, configuration). */
export function roomOf(path) {
  return Object.keys(rooms).find((room) => path === room || path.startsWith(`${room}/`));
}

/** The message for an import that may not be, or undefined. Paths are relative to the repository's root. */
export function importFault(file, source, typeOnly) {
  if (tools.includes(file)) return undefined;
  return source.startsWith('.')
    ? arrowFault(file, posix.join(posix.dirname(file), source), typeOnly)
    : packageFault(roomOf(file), source, typeOnly);
}

function packageFault(name, source, typeOnly) {
  if (name === undefined) return undefined;
  const { bans, packages, typePackages = [], why } = rooms[name];
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
  if (isTest || from === to) return undefined;
  const never = unimportable[to];
  if (never !== undefined) return `${from ?? topLevel(file)} may not import ${to}: ${never}.`;
  if (from === undefined) {
    return file.startsWith('src/')
      ? `${file} is in no room: give its folder a row in lint/rooms.mjs.`
      : undefined;
  }
  // Assets and styles beside the rooms are nobody's code.
  if (roomOf(target) === undefined && !target.startsWith('src/') && to !== 'scripts') return undefined;
  const room = rooms[from];
  if (room.imports.includes(to)) return undefined;
  if (room.types?.includes(to)) {
    return typeOnly ? undefined : `${from} may import only types of ${to}: ${room.why}.`;
  }
  return `${from} may not import ${to}: ${room.why}.`;
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
