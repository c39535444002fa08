// What panels ask about mentions, answered from the sources: lists, details, the blocks of prompts, opening.
import * as vscode from 'vscode';
import { mentionKind, type Mention, type MentionKind } from '../../core/mentions/mention.ts';
import { mentionTarget, type TargetOf } from '../../core/mentions/mentionTarget.ts';
import { MentionError } from '../../core/mentions/mentionError.ts';
import { promptBlocks } from '../../core/mentions/promptBlocks.ts';
import { isSecretPath } from '../../core/mentions/secretPaths.ts';
import type { MentionDetails, MentionOption } from '../../core/panel/mentionOption.ts';
import type { AgentDescription } from '../../core/ports/agent.ts';
import type { ContentBlock } from '../../core/session/content.ts';
import { escapeForNotification } from '../text/escapeForNotification.ts';
import { contextStrings } from './contextStrings.ts';
import { limited } from './files/limited.ts';
import { fitting, shownName } from './sources/optionText.ts';
import type { ContextSources, ReadRequest, ScoredOption } from './sources/contextSource.ts';

/** The most options of a list. */
const MAX_RESULTS = 50;

/** Where nothing is typed, the kinds stand behind this many recent files, so that they are in sight. */
const FILES_BEFORE_KINDS = 3;

/** Results that come soon after others are sent together. */
const COLLECT_MS = 30;

/** The most chips of a draft that are described. */
const MAX_DETAILS = 200;

/** The time limit of describing one mention. */
const DETAILS_LIMIT_MS = 3_000;

/** The time limit of reading one mention; single files have limits of their own. */
const READ_LIMIT_MS = 30_000;

const KINDS: readonly MentionKind[] = mentionKind.options;

/** How much worse an entry that narrows the list is than a mention that fits as well. */
const NARROWING_FACTOR = 0.6;

export interface MentionQuery {
  readonly text: string;
  readonly kind: MentionKind | undefined;
  readonly signal: AbortSignal;
}

export class MentionContext {
  readonly #sources: ContextSources;

  constructor(sources: ContextSources) {
    this.#sources = sources;
  }

  /** Reports the options, at once as far as they are there, then as they come; the last report is complete. */
  async list(
    { text, kind, signal }: MentionQuery,
    report: (options: readonly MentionOption[], isComplete: boolean) => void,
  ): Promise<void> {
    const isEmpty = text.trim() === '';
    const kinds = kind !== undefined ? [kind] : isEmpty ? (['file'] as const) : KINDS;
    const found = new Map<MentionKind, readonly ScoredOption[]>();
    let timer: NodeJS.Timeout | undefined;
    const send = (isComplete: boolean): void => {
      clearTimeout(timer);
      timer = undefined;
      // What fits better may still come: nothing takes the place of what is listed for what was typed before.
      const isEarly = !isComplete && !isEmpty && [...found.values()].every((options) => options.length === 0);
      if (!signal.aborted && !isEarly) report(this.#merged(found, text, kind), isComplete);
    };
    const work = kinds.map(async (each) => {
      await this.#sources[each].list({ text, isNarrowed: kind !== undefined, signal }, (options) => {
        found.set(each, options);
        timer ??= setTimeout(() => send(false), COLLECT_MS);
      });
    });
    if (found.size > 0) send(false);
    // A source that fails has nothing to list; the others do.
    await Promise.allSettled(work);
    send(true);
  }

  /** What the chips of these addresses show. */
  async details(uris: readonly string[]): Promise<MentionDetails[]> {
    const described = uris.slice(0, MAX_DETAILS).map(async (uri): Promise<MentionDetails[]> => {
      const target = mentionTarget(uri);
      if (target === undefined) return [];
      const details = await limited(shownName(uri), this.#describe(target), DETAILS_LIMIT_MS).catch(
        (error: unknown) => ({ problem: error instanceof MentionError ? error.message : String(error) }),
      );
      return [{ uri, kind: target.kind, ...details }];
    });
    return (await Promise.all(described)).flat();
  }

  /** The blocks of a prompt. Rejects with a MentionError where something of it cannot be read. */
  async read(
    key: string,
    content: readonly ContentBlock[],
    capabilities: AgentDescription['promptCapabilities'],
    signal: AbortSignal,
  ): Promise<readonly ContentBlock[]> {
    const reading = promptBlocks(content, (target, mention) => {
      signal.throwIfAborted();
      const work = this.#readTarget({ target, mention, key, capabilities, signal });
      return limited(shownName(mention.name), work, READ_LIMIT_MS);
    });
    return Promise.race([reading, aborted(signal)]);
  }

  /** Opens what a mention stands for, or notifies the user that it is gone. */
  async open(key: string, uri: string): Promise<void> {
    const target = mentionTarget(uri);
    if (target === undefined) return;
    try {
      if (await this.#openTarget(target, key)) return;
    } catch (error) {
      if (!(error instanceof MentionError)) throw error;
    }
    const name = shownName(
      decodeURIComponent(uri.replaceAll(/%(?![0-9a-f]{2})/gi, '%25')).replace(/^.*\//s, ''),
    );
    void vscode.window.showWarningMessage(contextStrings.unavailable(escapeForNotification(name)));
  }

  /** The best options of all sources. Where nothing is typed: a few recent files, the kinds, then the other files. */
  #merged(
    found: ReadonlyMap<MentionKind, readonly ScoredOption[]>,
    text: string,
    kind: MentionKind | undefined,
  ): readonly MentionOption[] {
    const options = [...found.values()].flat();
    const narrowing = kind === undefined ? narrowingOptions(text) : [];
    if (text.trim() !== '') {
      const sorted = [...options, ...narrowing].toSorted((a, b) => b.score - a.score);
      return eachOnce(sorted.map(({ option }) => option)).slice(0, MAX_RESULTS);
    }
    const own = eachOnce(options.toSorted((a, b) => b.score - a.score).map(({ option }) => option));
    if (kind !== undefined) return own.slice(0, MAX_RESULTS);
    // Who wants a file with secrets types its name: it is not offered where Enter would take it.
    const offered = own.filter(({ uri }) => uri === undefined || !isSecretFile(uri));
    return [
      ...offered.slice(0, FILES_BEFORE_KINDS),
      ...narrowing.map(({ option }) => option),
      ...offered.slice(FILES_BEFORE_KINDS),
    ].slice(0, MAX_RESULTS);
  }

  #describe<K extends MentionKind>(
    target: TargetOf<K> & { readonly kind: K },
  ): Promise<Omit<MentionDetails, 'uri' | 'kind'>> {
    return this.#sources[target.kind].details(target);
  }

  #readTarget<K extends MentionKind>(
    request: ReadRequest<K> & { readonly target: { readonly kind: K }; readonly mention: Mention },
  ): Promise<readonly ContentBlock[]> {
    return this.#sources[request.target.kind].read(request);
  }

  #openTarget<K extends MentionKind>(
    target: TargetOf<K> & { readonly kind: K },
    key: string,
  ): Promise<boolean> {
    return this.#sources[target.kind].open(target, key);
  }
}

function isSecretFile(uri: string): boolean {
  return isSecretPath(vscode.workspace.asRelativePath(vscode.Uri.parse(uri).fsPath));
}

/** Sources may report the same, and the list tells its options apart by what they stand for. */
function eachOnce(options: readonly MentionOption[]): readonly MentionOption[] {
  const seen = new Set<string>();
  return options.filter(({ uri, narrows, kind }) => {
    const address = uri ?? narrows ?? kind;
    if (seen.has(address)) return false;
    seen.add(address);
    return true;
  });
}

/** The kinds as entries of the list, those that fit. */
function narrowingOptions(text: string): readonly ScoredOption[] {
  const options = KINDS.map((kind): MentionOption => ({
    kind,
    name: contextStrings.kind(kind),
    narrows: kind,
  }));
  return fitting(options, text).map(({ option, score }) => ({ option, score: score * NARROWING_FACTOR }));
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const abort = (): void => {
      const reason: unknown = signal.reason;
      reject(reason instanceof Error ? reason : new Error('Aborted.'));
    };
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}
