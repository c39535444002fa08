// Notifies the user of what a CLI does on its own: retries, compactions, reminders, failures of its extensions.
import { randomUUID } from 'node:crypto';
import type { SessionUpdate } from '@agentclientprotocol/sdk';
import { agentMessage } from '../conversation/agentMessage.ts';
import {
  autoRetry,
  brokenRules,
  compaction,
  extensionError,
  noticeFrame,
  retryFallback,
  todoReminder,
  type RpcFrame,
} from '../cli/frames.ts';

type Severity = 'info' | 'warning' | 'error';

export interface CliNoticesOptions {
  /** Whether the client shows notices; without, they are left out but for what went wrong, which is a message. */
  readonly notices: boolean;
  readonly compactions: boolean;
  readonly send: (update: SessionUpdate) => void;
}

export class CliNotices {
  readonly #options: CliNoticesOptions;
  #compaction: string | undefined;

  constructor(options: CliNoticesOptions) {
    this.#options = options;
  }

  /** Shows a notice. An error reaches clients without notices as a message of the agent. */
  notify(severity: Severity, title: string, description?: string): void {
    const { notices, send } = this.#options;
    if (notices) {
      const more = description === undefined ? {} : { description };
      send({ sessionUpdate: 'notice', severity, title, ...more });
    } else if (severity === 'error') {
      const text = description === undefined ? title : `${title}\n\n${description}`;
      send(agentMessage(text));
    }
  }

  /** Shows what a frame says, if it is one of these. */
  handleFrame(frame: RpcFrame): void {
    switch (frame.type) {
      case 'auto_retry_start':
        this.#retryStarts(frame);
        break;
      case 'auto_retry_end':
        this.#retryEnded(frame);
        break;
      case 'retry_fallback_applied': {
        const { from = 'one model', to = 'another' } = retryFallback.safeParse(frame).data ?? {};
        this.notify('warning', `${to} is used instead of ${from}`);
        break;
      }
      case 'compaction_start':
      case 'auto_compaction_start':
        this.#compacting();
        break;
      case 'compaction_end':
      case 'auto_compaction_end':
        this.#compacted(frame);
        break;
      case 'ttsr_triggered': {
        const rules = (brokenRules.safeParse(frame).data?.rules ?? []).flatMap(({ name }) => name ?? []);
        this.notify('info', 'The answer broke a rule and starts over', rules.join(', ') || undefined);
        break;
      }
      case 'todo_reminder': {
        const open = todoReminder.safeParse(frame).data?.todos?.length;
        this.notify(
          'info',
          'The agent was reminded of its todo list',
          open === undefined ? undefined : `${open} open`,
        );
        break;
      }
      case 'notice': {
        const { level, message, source } = noticeFrame.safeParse(frame).data ?? {};
        if (message !== undefined) this.notify(severityOf(level), message, source);
        break;
      }
      case 'extension_error': {
        const { extensionPath = 'An extension', error = '' } = extensionError.safeParse(frame).data ?? {};
        this.notify('error', 'An extension of the agent failed', `${extensionPath}: ${error}`);
        break;
      }
    }
  }

  /** The CLI has ended: what it was doing it does not do any more. */
  close(): void {
    if (this.#compaction !== undefined) this.#sendCompaction('cancelled', undefined);
  }

  #retryStarts(frame: RpcFrame): void {
    const { attempt, maxAttempts, delayMs, errorMessage } = autoRetry.safeParse(frame).data ?? {};
    const count =
      attempt === undefined
        ? ''
        : ` (attempt ${attempt}${maxAttempts === undefined ? '' : ` of ${maxAttempts}`})`;
    const when = delayMs === undefined ? 'shortly' : `in ${Math.max(1, Math.round(delayMs / 1000))} s`;
    this.notify('warning', `The request failed. Retrying ${when}${count}`, errorMessage);
  }

  #retryEnded(frame: RpcFrame): void {
    const { success, finalError } = autoRetry.safeParse(frame).data ?? {};
    if (success === false) this.notify('warning', 'The request failed and will not be retried', finalError);
  }

  #compacting(): void {
    this.#compaction = randomUUID();
    if (this.#options.compactions) this.#sendCompaction('in_progress', undefined);
    else this.notify('info', 'Summarizing the conversation');
  }

  #compacted(frame: RpcFrame): void {
    const { errorMessage, result } = compaction.safeParse(frame).data ?? {};
    const status = compactionStatus(frame);
    if (this.#options.compactions) {
      this.#sendCompaction(status, errorMessage, result?.summary);
      return;
    }
    this.#compaction = undefined;
    if (status === 'failed') this.notify('warning', 'The conversation could not be summarized', errorMessage);
    else if (status === 'completed') this.notify('info', 'The conversation was summarized');
  }

  #sendCompaction(
    status: 'in_progress' | 'completed' | 'failed' | 'cancelled',
    error: string | undefined,
    summary?: string,
  ): void {
    const compactionId = this.#compaction ?? randomUUID();
    if (status !== 'in_progress') this.#compaction = undefined;
    if (!this.#options.compactions) return;
    this.#options.send({
      sessionUpdate: 'compaction_update',
      compactionId,
      status,
      ...(error === undefined ? {} : { error }),
      ...(summary === undefined ? {} : { summary: [{ type: 'text', text: summary }] }),
    });
  }
}

/** How a compaction ended, from the frame that reports its end. */
export function compactionStatus(frame: RpcFrame): 'completed' | 'failed' | 'cancelled' {
  const { aborted, skipped, errorMessage } = compaction.safeParse(frame).data ?? {};
  if (aborted === true || skipped === true) return 'cancelled';
  return errorMessage === undefined ? 'completed' : 'failed';
}

function severityOf(level: string | undefined): Severity {
  return level === 'warning' || level === 'error' ? level : 'info';
}
