// What every source of context can do: list what can be mentioned of it, describe it, read it, open it.
import type { Mention, MentionKind } from '../../../core/mentions/mention.ts';
import type { TargetOf } from '../../../core/mentions/mentionTarget.ts';
import type { MentionDetails, MentionOption } from '../../../core/panel/mentionOption.ts';
import type { AgentDescription } from '../../../core/ports/agent.ts';
import type { ContentBlock } from '../../../core/session/content.ts';

/** An option, and how well it fits what is typed: 1 is best. */
export interface ScoredOption {
  readonly option: MentionOption;
  readonly score: number;
}

interface SourceQuery {
  /** What is typed after `@`. */
  readonly text: string;
  /** Whether the list is narrowed to this source: then it lists what it has without any text, too. */
  readonly isNarrowed: boolean;
  readonly signal: AbortSignal;
}

export interface ReadRequest<K extends MentionKind> {
  readonly target: TargetOf<K>;
  readonly mention: Mention;
  /** The session of the prompt. */
  readonly key: string;
  /** What the agent takes, as far as it is known before it is connected. */
  readonly capabilities: AgentDescription['promptCapabilities'];
  readonly signal: AbortSignal;
}

export interface ContextSource<K extends MentionKind> {
  /**
   * Reports what fits, in any order: once or several times, each report in place of the last. Resolves when nothing better
   * comes; what cannot be listed is left out.
   */
  list(query: SourceQuery, report: (options: readonly ScoredOption[]) => void): Promise<void> | void;
  /** What a chip shows. */
  details(target: TargetOf<K>): Promise<Omit<MentionDetails, 'uri' | 'kind'>>;
  /** Rejects with a MentionError, whose message is for the user. */
  read(request: ReadRequest<K>): Promise<readonly ContentBlock[]>;
  /** Opens it; resolves to false where it is gone. `key` is the session. */
  open(target: TargetOf<K>, key: string): Promise<boolean>;
}

export type ContextSources = { readonly [K in MentionKind]: ContextSource<K> };
