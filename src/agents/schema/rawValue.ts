// Raw values of agents: any JSON, but cut where it is nested so deeply that it could not be written down again.
import * as z from 'zod/mini';

/** Deeper levels are cut: far more can be parsed than a log, a webview or a screen can hold. */
const MAX_LEVELS = 100;

/** What stands for the levels that were cut. */
const CUT = '…';

/** A raw value; missing and null are both absent on v1. */
export const rawValue = z.pipe(
  z.optional(z.unknown()),
  z.transform((value) => (value === null ? undefined : withinDepth(value))),
);

/** A value without the levels that are too deep: itself, where none is. */
export function withinDepth(value: unknown): unknown {
  return isDeeper(value, MAX_LEVELS) ? cut(value, MAX_LEVELS) : value;
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

function cut(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return CUT;
  if (Array.isArray(value)) return value.map((item: unknown) => cut(item, levels - 1));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cut(inner, levels - 1)]));
}
