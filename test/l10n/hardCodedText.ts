// Finds text in the sources that a user could read and that no `l10n.t(…)` holds.
import { parseSync } from 'oxc-parser';
import * as z from 'zod';

export interface HardCodedText {
  readonly line: number;
  readonly text: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

const node = z.looseObject({ type: z.string(), start: z.number() });

/** Attributes and properties whose value is shown or spoken, also when it is one word. */
const SHOWN =
  /^(title|label|placeholder|placeHolder|alt|tooltip|description|detail|prompt|message|hint|text|aria-label|aria-description|aria-placeholder|aria-roledescription|aria-valuetext|ariaLabel)$/;

/** Functions of VS Code whose first arguments are shown. */
const SHOWS = /^(show(Information|Warning|Error)Message|setStatusBarMessage|createStatusBarItem)$/;

/** Attributes that hold several words for the browser. */
const UNSHOWN_ATTRIBUTES =
  /^(className|class|d|viewBox|points|style|sizes|sandbox|rel|role|transform|data-[\w-]+)$/;

/** Callees whose text goes to a log, to a developer or to the browser's engine, not to a user. */
const UNSHOWN_CALLEES =
  /\.(error|warn|info|debug|trace)$|log(ged)?$|^assert|(^|\.)(querySelector(All)?|closest|matches|matchMedia|describe|meta|startsWith|endsWith|includes|indexOf|split|join|replace(All)?|test|setAttribute|registerProperty|css)$/i;

/** Text of a file that reads like something a user could read, in order. `path` says whether it is JSX. */
export function hardCodedText(path: string, source: string): HardCodedText[] {
  const found: HardCodedText[] = [];
  const report = ({ start }: Node, text: string): void => {
    found.push({ line: source.slice(0, start).split('\n').length, text: text.trim() });
  };
  const visit = (value: unknown, shown: boolean): void => {
    if (Array.isArray(value)) {
      for (const each of value) visit(each, shown);
      return;
    }
    const parsed = node.safeParse(value);
    if (!parsed.success) return;
    const each: Node = parsed.data;
    if (isUnshown(each)) return;
    if (each.type === 'JSXText' && hasLetters(String(each['value']))) report(each, String(each['value']));
    const text = textOf(each);
    if (text !== undefined && (shown ? hasLetters(text) && !isIdentifier(text) : readsLikeText(text)))
      report(each, text);
    const unshown = unshownArguments(each);
    for (const [key, child] of Object.entries(each)) {
      if (typeof child !== 'object' || child === null || isCompared(each, key)) continue;
      visit(
        key === 'arguments' && Array.isArray(child) ? child.slice(unshown) : child,
        isShown(each, key, shown),
      );
    }
  };
  visit(parseSync(path, source).program, false);
  return found;
}

/** Whether nothing below a node is for users. */
function isUnshown(each: Node): boolean {
  switch (each.type) {
    case 'NewExpression':
      return /^(\w*Error|RegExp|URL)$/.test(nameOf(each['callee']));
    case 'TaggedTemplateExpression':
      return true;
    case 'JSXAttribute':
      return UNSHOWN_ATTRIBUTES.test(nameOf(each['name']));
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportExpression':
    case 'TSTypeAliasDeclaration':
    case 'TSInterfaceDeclaration':
    case 'TSTypeAnnotation':
    case 'TSTypeParameterInstantiation':
    case 'TSTypeReference':
    case 'TSLiteralType':
    case 'TSUnionType':
      return true;
    case 'VariableDeclarator':
      return nameOf(each['id']) === 'comment';
    case 'ExpressionStatement':
      return typeof each['directive'] === 'string';
    default:
      return false;
  }
}

/** Whether what is at that key is a value that others are compared with. */
function isCompared(each: Node, key: string): boolean {
  if (each.type === 'SwitchCase') return key === 'test';
  return each.type === 'BinaryExpression' && /^[!=]==$/.test(String(each['operator']));
}

/** How many of a call's first arguments no user reads as they stand. */
function unshownArguments(each: Node): number {
  if (each.type !== 'CallExpression') return 0;
  const callee = nameOf(each['callee']);
  if (/(^|\.)l10n\.t$/.test(callee)) return 1;
  return UNSHOWN_CALLEES.test(callee) ? Infinity : 0;
}

/** Whether text right below a node, at that key, is shown whatever it reads like. */
function isShown(each: Node, key: string, shown: boolean): boolean {
  switch (each.type) {
    case 'JSXElement':
    case 'JSXFragment':
      return key === 'children';
    case 'JSXAttribute':
      return key === 'value' && SHOWN.test(nameOf(each['name']));
    case 'Property':
      return key === 'value' && SHOWN.test(nameOf(each['key']));
    case 'CallExpression':
      return key === 'arguments' && SHOWS.test(nameOf(each['callee']).split('.').at(-1) ?? '');
    case 'ConditionalExpression':
      return shown && key !== 'test';
    case 'LogicalExpression':
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
      return shown;
    default:
      return false;
  }
}

/** The dotted name of an expression, or an empty text. */
function nameOf(value: unknown): string {
  const parsed = node.safeParse(value);
  if (!parsed.success) return '';
  const each: Node = parsed.data;
  switch (each.type) {
    case 'Identifier':
    case 'JSXIdentifier':
    case 'PrivateIdentifier':
      return String(each['name']);
    case 'Literal':
      return String(each['value']);
    case 'MemberExpression':
      return `${nameOf(each['object'])}.${nameOf(each['property'])}`;
    case 'ThisExpression':
      return 'this';
    case 'ChainExpression':
      return nameOf(each['expression']);
    default:
      return '';
  }
}

const quasi = z.object({ value: z.object({ cooked: z.nullable(z.string()) }) });

/** The text of a literal, with `{}` where a template has a value. */
function textOf(each: Node): string | undefined {
  if (each.type === 'Literal' && typeof each['value'] === 'string') return each['value'];
  if (each.type !== 'TemplateLiteral') return undefined;
  return z
    .array(quasi)
    .parse(each['quasis'])
    .map(({ value }) => value.cooked ?? '')
    .join('{}');
}

function hasLetters(text: string): boolean {
  return /\p{L}{2}/u.test(text);
}

/** Two words in a row, or a value and a word: not a path, a selector, a shortcut or code. */
function readsLikeText(text: string): boolean {
  return (
    /(\p{L}{2,}[,:;.’']?|\{\})\s+[“‘(]?(\p{L}|\{\})/u.test(text) &&
    /\p{L}{2}/u.test(text) &&
    !/^[.#[]|[{;=<>]\s*$|=>|\b(var|calc)\(/.test(text)
  );
}

/** A name for programs, such as `allow_once`, `Escape` in a comparison, or a media type. */
function isIdentifier(text: string): boolean {
  return /^[a-z][\w./:-]*$/.test(text);
}
