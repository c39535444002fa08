// What the menus of tests and their results hand over: where a test is, what it is called, and what it says.
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { oneLine } from '../../core/text/oneLine.ts';
import { visibleStart } from '../../core/text/visibleText.ts';
import { attachStrings } from './attachStrings.ts';
import type { ContextTarget } from './contextTargets.ts';

const MAX_NAME_CHARACTERS = 200;
/** Suites in suites, up or down. */
const MAX_DEPTH = 20;
/** The most children of a suite that is in no file. */
const MAX_CHILDREN = 100;

export const uriSchema = z.custom<vscode.Uri>((value) => value instanceof vscode.Uri);

const testItem = z.object({
  label: z.string(),
  uri: uriSchema,
  range: z.optional(z.instanceof(vscode.Range)),
});
const suite = z.object({ children: z.custom<Iterable<unknown>>(isIterable) });
const childEntry = z.tuple([z.string(), z.unknown()]);
const named = z.object({ label: z.string(), parent: z.optional(z.unknown()) });
const failure = z.object({ test: z.unknown(), message: z.unknown() });

const testMessage = z.object({
  message: z.union([z.string(), z.object({ value: z.string() })]),
  expectedOutput: z.optional(z.string()),
  actualOutput: z.optional(z.string()),
});

export function isTest(argument: object): boolean {
  return 'label' in argument && 'children' in argument && 'id' in argument;
}

/** The place of a test. One that is in no file may have children that are. */
export function testTargets(test: unknown, depth = 0): readonly ContextTarget[] {
  const { data } = testItem.safeParse(test);
  if (data !== undefined) {
    const { label: name, uri, range } = data;
    return [{ kind: 'resource', uri, name, ...(range === undefined ? {} : { range }) }];
  }
  const children = depth < MAX_DEPTH ? suite.safeParse(test).data?.children : undefined;
  const targets: ContextTarget[] = [];
  for (const entry of children ?? []) {
    if (targets.length >= MAX_CHILDREN) break;
    targets.push(...testTargets(childEntry.safeParse(entry).data?.[1], depth + 1));
  }
  return targets;
}

/** A failed test: where it is, and what it says. */
export function failureTargets(test: unknown, message: unknown): readonly ContextTarget[] {
  const place = testTargets(test);
  const parsed = testMessage.safeParse(message);
  if (!parsed.success) return place;
  const { message: said, expectedOutput, actualOutput } = parsed.data;
  const text = [
    typeof said === 'string' ? said : said.value,
    ...(expectedOutput === undefined ? [] : [attachStrings.expected(expectedOutput)]),
    ...(actualOutput === undefined ? [] : [attachStrings.actual(actualOutput)]),
  ].join('\n\n');
  const name = named.safeParse(test).data?.label ?? 'test';
  return text.trim() === '' ? place : [...place, { kind: 'text', name, text }];
}

/** The full name of the test that an argument of a command is about; undefined where it is about none. */
export function testName(argument: unknown): string | undefined {
  if (typeof argument !== 'object' || argument === null) return undefined;
  const test = isTest(argument) ? argument : failure.safeParse(argument).data?.test;
  const labels: string[] = [];
  for (let each = test; labels.length < MAX_DEPTH;) {
    const { data } = named.safeParse(each);
    if (data === undefined) break;
    labels.unshift(visibleStart(oneLine(data.label), MAX_NAME_CHARACTERS));
    each = data.parent;
  }
  return labels.length === 0 ? undefined : labels.join(' › ');
}

function isIterable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Symbol.iterator in value;
}
