// Loads what the first picture does not need, and renders the components that wait for it.
import { useSyncExternalStore, type ComponentType } from 'react';
import type { SelectOption } from '../../../src/core/session/configOptions/state.ts';
import type { ContentBlock } from '../../../src/core/session/content.ts';
import type { LinesPlacement } from '../../../src/core/session/info/extensionInfo.ts';
import type { PanelFeature } from './panelFeature.ts';

/** What the panel draws besides its first picture, as the first picture uses it. */
export interface Parts {
  readonly ContextMenu: ComponentType;
  readonly ChoiceList: ComponentType<{
    readonly option: SelectOption;
    readonly current: string;
    readonly onChoose: (value: string) => void;
  }>;
  readonly ContentChip: ComponentType<{ readonly block: ContentBlock }>;
  readonly Dock: ComponentType<{ readonly features: readonly PanelFeature[] }>;
  readonly ExtensionLines: ComponentType<{ readonly placement: LinesPlacement }>;
  readonly ReadOnlyBar: ComponentType<{ readonly reason: string }>;
  readonly Announcer: ComponentType;
  readonly Transcript: ComponentType;
  readonly registerToolkit: () => void;
  readonly warmUp: (page: Window, isNeeded: () => boolean) => void;
  readonly features: readonly PanelFeature[];
}

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
