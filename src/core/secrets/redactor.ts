// Hides secrets in what Parley writes about an agent: trace, logs, errors, history, exports, clipboard.
import { maskRecorded, mayHaveTools } from './recordedSecrets.ts';
import { maskTextSyntax, maskStructure } from './secretStructure.ts';
import { secretForms } from './secretForms.ts';
import { MASK, SecretMatcher } from './secretMatcher.ts';
import { isStrong, type NamedValue } from './secretRecognition.ts';
import { secretParts } from './secretParts.ts';

/** The most secrets that are looked for; the first ones go when there are more. */
const MAX_SECRETS = 2_000;

/** Knows the secrets of one agent. They are only ever added: what was said under an old setting may be written later. */
export class Redactor {
  readonly #secrets = new Set<string>();
  #matcher: SecretMatcher | undefined;

  /** Adds values that may be secrets; ordinary ones, such as words, numbers and paths, are left out. */
  add(values: Iterable<NamedValue>): void {
    for (const value of values) {
      for (const secret of secretParts(value)) {
        if (this.#secrets.has(secret)) continue;
        this.#secrets.add(secret);
        this.#matcher = undefined;
      }
    }
    for (const secret of this.#secrets) {
      if (this.#secrets.size <= MAX_SECRETS) break;
      this.#secrets.delete(secret);
    }
  }

  /** The text without the secrets that are known. For what users said and agents answered. */
  values(text: string): string {
    return this.#match(text, false);
  }

  /** JSON without the secrets that are known; stays valid. */
  json(text: string): string {
    return this.#match(text, true);
  }

  /** Lines of JSON about a session, in which tools have no secrets that their place shows to be one; stay such lines. */
  records(lines: string): string {
    return this.json(
      lines
        .split('\n')
        .map((line) => (mayHaveTools(line) ? JSON.stringify(this.recorded(JSON.parse(line))) : line))
        .join('\n'),
    );
  }

  /** One of them as a value; secrets that are known are still in it. */
  recorded(value: unknown): unknown {
    return maskRecorded(value, maskTextSyntax);
  }

  /** The text also without what its place shows to be a secret: after a flag, in a header, in an address. For logs. */
  text(text: string): string {
    return maskTextSyntax(this.#match(text, false));
  }

  /** A message of the protocol as JSON, without secrets: those known, and those that their place shows to be one. */
  message(message: unknown): string {
    const masked = maskStructure(message, (text) => this.text(text));
    return JSON.stringify(masked);
  }

  #match(text: string, isJson: boolean): string {
    this.#matcher ??= new SecretMatcher(
      [...this.#secrets].flatMap((secret) => secretForms(secret, isStrong(secret))),
    );
    return this.#matcher.mask(text, isJson);
  }
}

export { MASK };
