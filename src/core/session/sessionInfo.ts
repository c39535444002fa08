// A session's title, time and metadata as the agent reports them (R104, R105), bounded, because they come from outside.
import * as z from 'zod/mini';
import type { Immutable } from '../base/immutable.ts';
import { withoutUndefined } from '../base/withoutUndefined.ts';
import { startOf } from '../text/wholeCharacters.ts';

/** In UTF-16 code units. */
const MAX_TITLE_LENGTH = 500;
const MAX_META_DEPTH = 6;
const MAX_META_KEYS = 100;
const MAX_META_TEXT_LENGTH = 1_000;
/** Keys that mean something to the language itself are never copied. */
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

export type Meta = { readonly [key: string]: MetaValue };
export type MetaValue = string | number | boolean | null | readonly MetaValue[] | Meta;

export const metaValue: z.ZodMiniType<MetaValue> = z.lazy(() =>
  z.union([
    z.string(),
    z.number(),
    z.boolean(),
    z.null(),
    z.array(metaValue),
    z.record(z.string(), metaValue),
  ]),
);
export const meta = z.record(z.string(), metaValue);

export const sessionInfo = z.object({
  title: z.exactOptional(z.string()),
  /** ISO 8601, as sent. */
  updatedAt: z.exactOptional(z.string()),
  meta,
});
export type SessionInfo = Immutable<z.infer<typeof sessionInfo>>;

/** What a `session_info_update` changes: absent = unchanged, null = cleared. */
export const sessionInfoPatch = z.object({
  title: z.exactOptional(z.nullable(z.string())),
  updatedAt: z.exactOptional(z.nullable(z.string())),
  meta: z.exactOptional(z.nullable(meta)),
});
export type SessionInfoPatch = Immutable<z.infer<typeof sessionInfoPatch>>;

/** The title, bounded, but never cut inside a surrogate pair. */
export function boundedTitle(title: string): string {
  return startOf(title, MAX_TITLE_LENGTH);
}

/** Metadata of any size and depth, cut to what may be stored and shown. */
export function boundedMeta(value: Readonly<Record<string, unknown>>): Meta {
  return boundObject(value, MAX_META_DEPTH);
}

function boundObject(value: object, depth: number): Meta {
  const bounded: Record<string, MetaValue> = {};
  let count = 0;
  for (const [key, inner] of Object.entries(value)) {
    if (FORBIDDEN_KEYS.has(key)) continue;
    const field = boundValue(inner, depth - 1);
    if (field === undefined) continue;
    if (++count > MAX_META_KEYS) break;
    bounded[key.slice(0, MAX_META_TEXT_LENGTH)] = field;
  }
  return bounded;
}

function boundValue(value: unknown, depth: number): MetaValue | undefined {
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value === 'string') return value.slice(0, MAX_META_TEXT_LENGTH);
  if (typeof value !== 'object' || depth <= 0) return undefined;
  if (!Array.isArray(value)) return boundObject(value, depth);
  return value.slice(0, MAX_META_KEYS).flatMap((item: unknown) => boundValue(item, depth - 1) ?? []);
}

/** The metadata after a patch: objects are merged, a null deletes its key, everything else replaces (R105). */
export function mergeMeta(current: Meta, patch: Meta): Meta {
  const merged: Record<string, MetaValue> = { ...current };
  let isSame = true;
  for (const [key, value] of Object.entries(patch)) {
    const known = Object.hasOwn(merged, key) ? merged[key] : undefined;
    const next = isMeta(value) ? mergeMeta(isMeta(known) ? known : {}, value) : value;
    if (next === known || (next === null && known === undefined)) continue;
    isSame = false;
    if (next === null) delete merged[key];
    else merged[key] = next;
  }
  return isSame ? current : Object.fromEntries(Object.entries(merged).slice(0, MAX_META_KEYS));
}

function isMeta(value: MetaValue | undefined): value is Meta {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The info after an update: each field separately (R104). The same info when nothing in it has changed. */
export function patchInfo(info: SessionInfo, patch: SessionInfoPatch): SessionInfo {
  const { title, updatedAt, meta: metaPatch } = patch;
  const patched: SessionInfo = {
    ...withoutUndefined({
      title: title === undefined ? info.title : (title ?? undefined),
      updatedAt: updatedAt === undefined ? info.updatedAt : (updatedAt ?? undefined),
    }),
    meta: metaPatch === undefined ? info.meta : metaPatch === null ? {} : mergeMeta(info.meta, metaPatch),
  };
  const isSame =
    patched.title === info.title && patched.updatedAt === info.updatedAt && patched.meta === info.meta;
  return isSame ? info : patched;
}
