// The registry's list of agents: as it was loaded last, as it came with Parley, and as the server has it now.
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Clock } from '../../../../core/ports/hostPorts.ts';
import { parseJson } from '../../../../core/text/parseJson.ts';
import { readBounded } from '../../../../storage/boundedRead.ts';
import { replacePrivateFile } from '../../../../storage/privateFiles.ts';
import { fetchBytes, type Fetch } from '../httpFetch.ts';
import { installError } from '../registryErrors.ts';
import { registryStrings } from '../registryStrings.ts';
import { parseRegistry, type ParsedRegistry } from './registryFormat.ts';

const MAX_LIST_BYTES = 5 * 1024 * 1024;
const TIMEOUT_MS = 15_000;

/** A list with where it is from. */
export interface RegistryList extends ParsedRegistry {
  readonly source: 'server' | 'cache' | 'bundled';
  /** When it was loaded from the server; epoch milliseconds. */
  readonly loadedAt: number;
}

export interface AgentRegistryOptions {
  readonly fetch: Fetch;
  /** The address of the list. */
  readonly address: string;
  /** Where the list is stored; absolute. */
  readonly folder: string;
  /** The list that came with Parley; absolute. */
  readonly bundled: string;
  readonly clock: Clock;
  readonly timeoutMs?: number;
}

const storedList = z.object({ address: z.string(), loadedAt: z.number(), list: z.unknown() });
const bundledList = z.looseObject({ loadedAt: z.string() });

/** Loads the list only when it is asked to. */
export class AgentRegistry {
  readonly #options: AgentRegistryOptions;

  constructor(options: AgentRegistryOptions) {
    this.#options = options;
  }

  /** The list that was loaded last from the address, else the one that came with Parley. No network. */
  async stored(): Promise<RegistryList> {
    return (await this.#cached()) ?? (await this.#bundled());
  }

  /**
   * The list as the server has it now; it is stored. Rejects with a ParleyError, and then what is stored stays: as
   * `fetchChunks` does, and with `list-malformed`.
   */
  async load(signal: AbortSignal): Promise<RegistryList> {
    const { fetch, address, clock, folder, timeoutMs = TIMEOUT_MS } = this.#options;
    const bytes = await fetchBytes(address, {
      fetch,
      signal,
      idleTimeoutMs: timeoutMs,
      totalTimeoutMs: timeoutMs,
      maxBytes: MAX_LIST_BYTES,
      trusted: address,
    });
    const list = parseJson(bytes.toString('utf8'));
    const parsed = parseRegistry(list);
    if (parsed === undefined || (parsed.agents.length === 0 && parsed.malformed > 0)) {
      throw installError(
        'list-malformed',
        registryStrings.listMalformed(URL.parse(address)?.host ?? address),
      );
    }
    const loadedAt = clock.now();
    // A list that cannot be stored is used anyway.
    await replacePrivateFile(
      join(folder, 'registry.json'),
      JSON.stringify({ address, loadedAt, list }),
    ).catch(() => undefined);
    return { ...parsed, source: 'server', loadedAt };
  }

  async #cached(): Promise<RegistryList | undefined> {
    const stored = storedList.safeParse(await readJson(join(this.#options.folder, 'registry.json')));
    if (!stored.success || stored.data.address !== this.#options.address) return undefined;
    const parsed = parseRegistry(stored.data.list);
    return parsed === undefined ? undefined : { ...parsed, source: 'cache', loadedAt: stored.data.loadedAt };
  }

  async #bundled(): Promise<RegistryList> {
    const value = await readJson(this.#options.bundled);
    const dated = bundledList.safeParse(value);
    const loadedAt = (dated.success && Date.parse(dated.data.loadedAt)) || 0;
    return { agents: [], malformed: 0, ...parseRegistry(value), source: 'bundled', loadedAt };
  }
}

/** Undefined where there is no such file, or Parley did not write it. */
async function readJson(path: string): Promise<unknown> {
  const bytes = await readBounded(path, 2 * MAX_LIST_BYTES).catch(() => undefined);
  return bytes === undefined ? undefined : parseJson(bytes.toString('utf8'));
}
