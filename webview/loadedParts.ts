// Loads what the first picture does not need, and renders the components that wait for it.
import { useSyncExternalStore } from 'react';
import type { Parts } from './parts.ts';

let parts: Parts | undefined;
let failure: { readonly thrown: unknown } | undefined;
let loading: Promise<Parts> | undefined;
let importParts: () => Promise<{ readonly parts: Parts }>;
let prepareParts: (parts: Parts) => void = () => undefined;
const listeners = new Set<() => void>();

/**
 * Loads the parts once; rejects, and lets the components that wait throw, when they cannot be loaded. `prepare` is called
 * before the components get them.
 */
export function loadParts(from: typeof importParts, prepare = prepareParts): Promise<Parts> {
  importParts = from;
  prepareParts = prepare;
  return loadPartsAgain();
}

/** The same for a panel that could not load them; loads nothing where they are loaded. */
export function loadPartsAgain(): Promise<Parts> {
  loading ??= load();
  return loading;
}

async function load(): Promise<Parts> {
  failure = undefined;
  try {
    const loaded = await importParts();
    prepareParts(loaded.parts);
    parts = loaded.parts;
    return parts;
  } catch (thrown) {
    failure = { thrown };
    loading = undefined;
    throw thrown;
  } finally {
    notify();
  }
}

/** The parts; undefined for the moment until they are loaded. */
export function useParts(): Parts | undefined {
  useSyncExternalStore(subscribe, snapshot);
  if (failure !== undefined) throw failure.thrown;
  return parts;
}

function notify(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function snapshot(): Parts | typeof failure {
  return parts ?? failure;
}
