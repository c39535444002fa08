// The icons of the registry's agents, in the colors of dark and light themes.
import { join } from 'node:path';
import * as z from 'zod/mini';
import { parseJson } from '../../../../core/text/parseJson.ts';
import { readBounded } from '../../../../storage/boundedRead.ts';
import { replacePrivateFile } from '../../../../storage/privateFiles.ts';
import { fetchBytes, type Fetch } from '../httpFetch.ts';
import { isHarmlessIcon } from './iconFilter.ts';

const MAX_ICON_BYTES = 32 * 1024;
const MAX_STORE_BYTES = 4 * 1024 * 1024;
const MAX_IN_FLIGHT = 6;
const TIMEOUT_MS = 5_000;

/** What icons of VS Code have in its default themes. */
const COLORS = { dark: '#c5c5c5', light: '#424242' };

/** The addresses (`data:`) of an icon. */
export interface AgentIcon {
  readonly dark: string;
  readonly light: string;
}

export interface RegistryIconsOptions {
  readonly fetch: Fetch;
  /** Where the icons are stored; absolute. */
  readonly folder: string;
  readonly timeoutMs?: number;
}

const storedIcons = z.record(z.string(), z.string());

/** Icons by their addresses: each is loaded once. */
export class RegistryIcons {
  readonly #options: RegistryIconsOptions;
  /** SVG by address. */
  readonly #icons = new Map<string, string>();
  /** In the colors of the themes, by address, as far as they were asked for: rows are drawn often. */
  readonly #colored = new Map<string, AgentIcon>();
  #reading: Promise<void> | undefined;

  constructor(options: RegistryIconsOptions) {
    this.#options = options;
  }

  /** The icon, if it has been loaded. */
  icon(address: string): AgentIcon | undefined {
    const known = this.#colored.get(address);
    const svg = this.#icons.get(address);
    if (known !== undefined || svg === undefined) return known;
    const icon = { dark: colored(svg, COLORS.dark), light: colored(svg, COLORS.light) };
    this.#colored.set(address, icon);
    return icon;
  }

  /** Reads the icons that are stored. No network. */
  read(): Promise<void> {
    this.#reading ??= this.#read();
    return this.#reading;
  }

  /** Loads those that are missing; calls back after each. Never rejects: an agent without an icon is as good. */
  async load(
    addresses: readonly string[],
    { signal, trusted, onLoad }: { signal: AbortSignal; trusted: string; onLoad: () => void },
  ): Promise<void> {
    await this.read();
    const missing = [...new Set(addresses)].filter((address) => !this.#icons.has(address));
    if (missing.length === 0) return;
    const next = missing.values();
    const work = async (): Promise<void> => {
      for (const address of next) {
        if (signal.aborted) return;
        if (await this.#loadOne(address, signal, trusted)) onLoad();
      }
    };
    await Promise.all(Array.from({ length: MAX_IN_FLIGHT }, work));
    await replacePrivateFile(this.#file, JSON.stringify(Object.fromEntries(this.#icons))).catch(
      () => undefined,
    );
  }

  get #file(): string {
    return join(this.#options.folder, 'icons.json');
  }

  async #read(): Promise<void> {
    const bytes = await readBounded(this.#file, MAX_STORE_BYTES).catch(() => undefined);
    const stored = storedIcons.safeParse(parseJson(bytes?.toString('utf8') ?? ''));
    for (const [address, svg] of Object.entries(stored.success ? stored.data : {})) {
      if (isIcon(svg)) this.#icons.set(address, svg);
    }
  }

  async #loadOne(address: string, signal: AbortSignal, trusted: string): Promise<boolean> {
    const { fetch, timeoutMs = TIMEOUT_MS } = this.#options;
    const limits = { idleTimeoutMs: timeoutMs, totalTimeoutMs: timeoutMs, maxBytes: MAX_ICON_BYTES };
    const bytes = await fetchBytes(address, { fetch, signal, trusted, ...limits }).catch(() => undefined);
    const svg = bytes?.toString('utf8') ?? '';
    if (!isIcon(svg)) return false;
    this.#icons.set(address, svg);
    return true;
  }
}

function isIcon(svg: string): boolean {
  return svg.length <= MAX_ICON_BYTES && isHarmlessIcon(svg);
}

function colored(svg: string, color: string): string {
  const text = svg.replaceAll('currentColor', color);
  return `data:image/svg+xml;base64,${Buffer.from(text, 'utf8').toString('base64')}`;
}
