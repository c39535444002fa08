// A session's title, time and metadata as the agent reports them (R104, R105), bounded, because they come from outside.
import * as z from 'zod/mini';
import type { Immutable } from '../../base/immutable.ts';
import { withoutUndefined } from '../../base/withoutUndefined.ts';
import { startOf } from '../../text/wholeCharacters.ts';

/** In UTF-16 code units. */
const MAX_TITLE_LENGTH = 500;
/** Deeper objects are left out. */
const MAX_META_DEPTH = 50;
/** In UTF-16 code units, of all keys and values of a session's metadata together: as much as no agent should need. */
const MAX_META_LENGTH = 100_000;
/** Keys that mean something to the language itself are never copied. */
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

export type Meta = { readonly [key: string]: MetaValue };
export type MetaValue = string | number | boolean | null | readonly MetaValue[] | Meta;

const metaValue: z.ZodMiniType<MetaValue> = z.lazy(() =>
  z.union([
    z.string(),
    z.number(),
    z.boolean(),
    z.literal(null),
    z.array(metaValue),
    z.record(z.string(), metaValue),
  ]),
);
export const meta = z.record(z.string(), metaValue);

const sessionInfo = z.object({
  title: z.exactOptional(z.string()),
  /** ISO 8601, as sent. */
  updatedAt: z.exactOptional(z.string()),
  /** When the agent sent `updatedAt`, in epoch milliseconds. */
  reportedAt: z.exactOptional(z.number()),
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

/** The agent's commands as it last reported them; each update replaces the whole (R89). */
export const availableCommand = z.object({
  /** Without the slash (R90). */
  name: z.string(),
  description: z.string(),
  /** What to type after the name, as a placeholder. */
  hint: z.exactOptional(z.string()),
});
export type AvailableCommand = Immutable<z.infer<typeof availableCommand>>;

export const infoState = {
  info: sessionInfo,
  /** The name the user gave the session here, because the agent cannot rename it. */
  alias: z.exactOptional(z.string()),
  commands: z.array(availableCommand),
};

/** The title, bounded, but never cut inside a surrogate pair. */
export function boundedTitle(title: string): string {
  return startOf(title, MAX_TITLE_LENGTH);
}

/** Metadata of any size and depth; whole, unless it is larger than what may be stored and shown. */
export function boundedMeta(value: Readonly<Record<string, unknown>>): Meta {
  return boundObject(value, MAX_META_DEPTH, { left: MAX_META_LENGTH });
}

/** What may still be accepted, in UTF-16 code units. */
interface Allowance {
  left: number;
}

function boundObject(value: object, depth: number, allowance: Allowance): Meta {
  const bounded: Record<string, MetaValue> = {};
  for (const [key, inner] of Object.entries(value)) {
    if (FORBIDDEN_KEYS.has(key)) continue;
    allowance.left -= key.length + 1;
    if (allowance.left < 0) break;
    const field = boundValue(inner, depth - 1, allowance);
    if (field !== undefined) bounded[key] = field;
  }
  return bounded;
}

function boundValue(value: unknown, depth: number, allowance: Allowance): MetaValue | undefined {
  allowance.left -= 1;
  if (allowance.left < 0) return undefined;
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value === 'string') {
    const text = startOf(value, allowance.left);
    allowance.left -= text.length;
    return text;
  }
  if (typeof value !== 'object' || depth <= 0) return undefined;
  if (!Array.isArray(value)) return boundObject(value, depth, allowance);
  const items: MetaValue[] = [];
  for (const item of value) {
    const bounded = boundValue(item, depth - 1, allowance);
    if (allowance.left < 0) break;
    // What is left out must not move what follows it.
    items.push(bounded ?? null);
  }
  return items;
}

/** The metadata after a patch: objects are merged, a null deletes its key, everything else replaces (R105). */
export function mergeMeta(current: Meta, patch: Meta): Meta {
  const merged = mergeObjects(current, patch);
  return merged === current ? current : boundedMeta(merged);
}

function mergeObjects(current: Meta, patch: Meta): Meta {
  const merged: Record<string, MetaValue> = { ...current };
  let isSame = true;
  for (const [key, value] of Object.entries(patch)) {
    const known = Object.hasOwn(merged, key) ? merged[key] : undefined;
    const next = isMeta(value) ? mergeObjects(isMeta(known) ? known : {}, value) : value;
    if (next === known || (next === null && known === undefined)) continue;
    isSame = false;
    if (next === null) delete merged[key];
    else merged[key] = next;
  }
  return isSame ? current : merged;
}

function isMeta(value: MetaValue | undefined): value is Meta {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The info after an update at `at` (epoch milliseconds): each field separately (R104). The same info when nothing in it
 * has changed.
 */
export function patchInfo(info: SessionInfo, patch: SessionInfoPatch, at: number): SessionInfo {
  const { title, updatedAt, meta: metaPatch } = patch;
  const patched: SessionInfo = {
    ...withoutUndefined({
      title: title === undefined ? info.title : (title ?? undefined),
      updatedAt: updatedAt === undefined ? info.updatedAt : (updatedAt ?? undefined),
      reportedAt: updatedAt === undefined ? info.reportedAt : updatedAt === null ? undefined : at,
    }),
    meta: metaPatch === undefined ? info.meta : metaPatch === null ? {} : mergeMeta(info.meta, metaPatch),
  };
  const isSame =
    patched.title === info.title && patched.updatedAt === info.updatedAt && patched.meta === info.meta;
  return isSame ? info : patched;
}
