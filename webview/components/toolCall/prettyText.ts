// Raw values of agents as readable text.
import * as z from 'zod/mini';

const rawObject = z.record(z.string(), z.unknown());
const strings = z.array(z.string()).check(z.minLength(1));

/** The fields in which agents report what a tool printed, the most likely first. */
const TEXT_FIELDS = ['formatted_output', 'stdout', 'output', 'content', 'text', 'result', 'message'] as const;

/** Whether there is nothing to show. */
export function isEmptyValue(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/**
 * Text as it is, an object as its fields with texts of several lines as they are, anything else as indented JSON;
 * empty for nothing.
 */
export function prettyText(value: unknown): string {
  if (isEmptyValue(value)) return '';
  if (typeof value === 'string') return value;
  const fields = Array.isArray(value) ? undefined : rawObject.safeParse(value).data;
  if (fields === undefined) return json(value);
  return Object.entries(fields)
    .map(([name, field]) => `${name}: ${fieldText(field)}`)
    .join('\n');
}

/** What a tool printed, where the raw output has it (the field or the texts), else the whole raw output. */
export function outputText(value: unknown): string {
  const fields = Array.isArray(value) ? undefined : rawObject.safeParse(value).data;
  if (fields !== undefined) {
    const printed = TEXT_FIELDS.map((name) => fields[name]).find(
      (field) => typeof field === 'string' && field !== '',
    );
    const { stderr } = fields;
    const texts = [printed, stderr === printed ? '' : stderr].filter(
      (text) => typeof text === 'string' && text !== '',
    );
    if (printed !== undefined) return texts.join('\n');
  }
  if (Array.isArray(value)) {
    const texts = strings.safeParse(value.map((item: unknown) => outputText(item)));
    if (texts.success) return texts.data.join('\n');
  }
  return prettyText(value);
}

function fieldText(field: unknown): string {
  if (typeof field !== 'string') return indent(json(field)).trimStart();
  return field.includes('\n') ? `\n${indent(field)}` : field;
}

function json(value: unknown): string {
  return JSON.stringify(value, undefined, 2);
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '  ');
}
