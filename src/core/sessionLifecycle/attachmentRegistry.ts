// The attachment of each session, found by the session's key or, for each update, by the agent's own id.
import type { Agent } from '../ports/agent.ts';
import { endOpening, NOT_OPENED, type Attached, type Attachment, type Opening } from './attachment.ts';

/** Is the only one that changes the attachment of a session. */
export class AttachmentRegistry {
  readonly #attachments = new Map<string, Attachment>();
  readonly #keys = new Map<Agent, Map<string, string>>();

  of(key: string): Attachment {
    return this.#attachments.get(key) ?? NOT_OPENED;
  }

  /** The session in an agent's process, if it has one. */
  attached(key: string): Attached | undefined {
    const attachment = this.of(key);
    return attachment.state === 'attached' ? attachment : undefined;
  }

  /** The attempt to open the session, while there is one. */
  opening(key: string): Opening | undefined {
    const attachment = this.of(key);
    return attachment.state === 'opening' ? attachment : undefined;
  }

  /** The attempts to open sessions, by key. */
  openings(): readonly (readonly [string, Opening])[] {
    return [...this.#attachments.keys()].flatMap((key) => {
      const opening = this.opening(key);
      return opening === undefined ? [] : [[key, opening] as const];
    });
  }

  /** The key of an agent's session. */
  keyOf(agent: Agent, sessionId: string): string | undefined {
    return this.#keys.get(agent)?.get(sessionId);
  }

  /** The keys of the sessions that are attached to an agent. */
  keysOf(agent: Agent): readonly string[] {
    return [...(this.#keys.get(agent)?.values() ?? [])];
  }

  set(key: string, attachment: Attachment): void {
    this.delete(key);
    this.#attachments.set(key, attachment);
    if (attachment.state !== 'attached') return;
    const keys = this.#keys.get(attachment.agent) ?? new Map<string, string>();
    this.#keys.set(attachment.agent, keys.set(attachment.sessionId, key));
  }

  attach(key: string, agent: Agent, sessionId: string): void {
    this.set(key, { state: 'attached', agent, sessionId });
  }

  /** An attempt ended. One that attached its session, or whose session was closed meanwhile, changes nothing. */
  endOpening(key: string, { done }: Pick<Opening, 'done'>): void {
    const opening = this.opening(key);
    if (opening?.done === done) this.set(key, endOpening(opening));
  }

  /** The session is not shown any more. */
  delete(key: string): void {
    const attached = this.attached(key);
    if (attached !== undefined) this.#keys.get(attached.agent)?.delete(attached.sessionId);
    this.#attachments.delete(key);
  }
}
