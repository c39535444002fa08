// Finds the calls of `l10n.t` in a source that would not work: evaluated too early, or not readable by the extraction.
import { parseSync } from 'oxc-parser';
import * as z from 'zod';

const node = z.looseObject({ type: z.string(), start: z.number() });
type Node = z.infer<typeof node>;

export interface LocalizedCalls {
  /** Lines of calls outside of every function: they run when the module is loaded, before the language is set. */
  readonly atLoad: readonly number[];
  /** Lines of calls whose text is not one literal: the extraction, which reads the source, does not see it. */
  readonly withoutLiteral: readonly number[];
  /** Lines of calls through the API of VS Code, which only the host has. */
  readonly ofVsCode: readonly number[];
  readonly count: number;
}

export function localizedCalls(path: string, source: string): LocalizedCalls {
  const atLoad: number[] = [];
  const withoutLiteral: number[] = [];
  const ofVsCode: number[] = [];
  let count = 0;
  const visit = (value: unknown, inFunction: boolean): void => {
    if (Array.isArray(value)) {
      for (const each of value) visit(each, inFunction);
      return;
    }
    const parsed = node.safeParse(value);
    if (!parsed.success) return;
    const each = parsed.data;
    const kind = kindOfCall(each);
    if (kind !== undefined) {
      const line = source.slice(0, each.start).split('\n').length;
      count++;
      if (!inFunction) atLoad.push(line);
      if (!hasLiteral(each)) withoutLiteral.push(line);
      if (kind === 'vscode') ofVsCode.push(line);
    }
    const inside = inFunction || /Function|MethodDefinition/.test(each.type);
    for (const child of Object.values(each)) if (typeof child === 'object') visit(child, inside);
  };
  visit(parseSync(path, source).program, false);
  return { atLoad, withoutLiteral, ofVsCode, count };
}

/** Names of a table's exported objects that have a member which is not a function. */
export function tablesWithValues(path: string, source: string): string[] {
  const program = z.object({ body: z.array(node) }).parse(parseSync(path, source).program);
  return program.body
    .filter(({ type }) => type === 'ExportNamedDeclaration')
    .flatMap((each) => declarations.safeParse(each['declaration']).data?.declarations ?? [])
    .filter(({ init }) => init?.type === 'ObjectExpression' && !isCalled(init))
    .map(({ id }) => id.name);
}

const declarations = z.object({
  declarations: z.array(z.object({ id: z.looseObject({ name: z.string() }), init: z.nullable(node) })),
});

/** Whether a value of a table is text only once it is called: a function, the name of one, or a table in the table. */
function isCalled(value: unknown): boolean {
  const each = node.safeParse(value).data;
  if (each === undefined) return false;
  if (each.type === 'ObjectExpression') return valuesOf(each).every(isCalled);
  return /Function/.test(each.type) || each.type === 'Identifier';
}

function valuesOf(object: Node): unknown[] {
  return z
    .array(z.looseObject({ value: z.unknown() }))
    .parse(object['properties'])
    .map(({ value }) => value);
}

const member = z.looseObject({ object: z.looseObject({}), property: z.looseObject({ name: z.string() }) });

/** Which `l10n.t` a node calls, if any. */
function kindOfCall(each: Node): 'package' | 'vscode' | undefined {
  if (each.type !== 'CallExpression') return undefined;
  const callee = member.safeParse(each['callee']).data;
  if (callee?.property.name !== 't') return undefined;
  if (callee.object['name'] === 'l10n') return 'package';
  const outer = member.safeParse(callee.object).data;
  return outer?.property.name === 'l10n' && outer.object['name'] === 'vscode' ? 'vscode' : undefined;
}

const messageProperty = z.looseObject({
  key: z.looseObject({ name: z.optional(z.string()) }),
  value: z.looseObject({ type: z.string() }),
});

/** Whether the text of a call is a literal: its first argument, or `message` of the object form. */
function hasLiteral(each: Node): boolean {
  const [first] = z.array(z.looseObject({ type: z.string() })).parse(each['arguments']);
  if (first?.type !== 'ObjectExpression') return first?.type === 'Literal';
  return z
    .array(z.unknown())
    .parse(first['properties'])
    .some((one) => {
      const { data } = messageProperty.safeParse(one);
      return data?.key.name === 'message' && data.value.type === 'Literal';
    });
}
