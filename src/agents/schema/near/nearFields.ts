// The fields of what agents send, by the names that ACP gives them: in another spelling, as numbers for texts.
import * as z from 'zod/mini';
import { isRecord } from '../../../core/base/isRecord.ts';
import { idTextOf } from '../lenient.ts';

const record = z.record(z.string(), z.unknown());
export type Fields = Readonly<Record<string, unknown>>;

/** The fields of params in the spelling of the protocol; undefined where they are no object. */
export function protocolFields(params: unknown): Fields | undefined {
  const fields = fieldsOf(params);
  return fields === undefined ? undefined : respelled(fields);
}

/** Params that name their session, in whatever spelling. */
export function withSessionId(params: unknown): unknown {
  const read = fieldsOf(params);
  if (read === undefined || typeof read['sessionId'] === 'string') return params;
  const fields = respelled(read);
  const sessionId = sessionOf(fields);
  return sessionId === undefined ? params : { ...fields, sessionId };
}

export function sessionOf(fields: Fields): string | undefined {
  return idOf(firstOf(fields, ['sessionId', 'sessionID', 'session']));
}

/** An id that is a number is the text of it. */
export function idOf(value: unknown): string | undefined {
  if (typeof value === 'number') return idTextOf(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The first of these fields that has a value. */
export function firstOf(fields: Fields, names: readonly string[]): unknown {
  return names.map((name) => fields[name]).find((value) => value !== undefined && value !== null);
}

/** What has the name of ACP already counts before another spelling of it. */
export function respelled(fields: Fields): Fields {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  const renamed = given.map(([key, value]) => [camelCase(key), value] as const);
  return { ...fields, ...Object.fromEntries(renamed), ...Object.fromEntries(given) };
}

export function camelCase(key: string): string {
  return key.replace(/(?<=[a-z0-9])[_-]([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
}

export function fieldsOf(value: unknown): Fields | undefined {
  // Zod makes a record of any object, but not of an array.
  return isRecord(value) ? record.safeParse(value).data : undefined;
}
