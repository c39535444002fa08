// The language of Parley's own text: the bundle of translations that `@vscode/l10n` reads, and plural forms; and the time
// zone of the user, which is another one than that of the machine where the window is connected to a remote one.
import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';

/** The display language and its translations by English text, as VS Code loads them from `l10n/`. */
export const localization = z.object({
  /** A BCP 47 tag, as in `vscode.env.language`. */
  language: z.string(),
  /** Undefined where there is no bundle for the language: the text stays English. */
  contents: z.optional(z.record(z.string(), z.string())),
});
export type Localization = z.infer<typeof localization>;

let language = 'en';
let rules: Intl.PluralRules | undefined;
let timeZone: string | undefined;

/** Sets the language of every text that is built afterwards, so tables of text are functions. */
export function configureLocalization({ language: next, contents }: Localization): void {
  l10n.config({ contents: contents ?? {} });
  language = contents === undefined ? 'en' : languageTag(next);
  rules = undefined;
}

/** Sets the zone of every time that is shown or read from now on; one that `Intl` does not know is ignored. */
export function configureTimeZone(zone: string): void {
  try {
    new Intl.DateTimeFormat(undefined, { timeZone: zone });
    timeZone = zone;
  } catch {
    // The zone of the machine is the better guess.
  }
}

/** The user's time zone, for `Intl`; undefined where it is that of this process, as far as is known. */
export function userTimeZone(): string | undefined {
  return timeZone;
}

/** The language of the text, for `Intl`: numbers and dates in a sentence are written as the sentence is. */
export function displayLanguage(): string {
  return language;
}

/**
 * The text in the form that the language has for the count. English has two forms, so the source has two; a language
 * with one form translates both alike.
 */
export function plural(count: number, text: { readonly one: string; readonly other: string }): string {
  // Made on first use: the constructor takes longer than all of Parley's other work at start.
  rules ??= new Intl.PluralRules(language);
  return rules.select(count) === 'one' ? text.one : text.other;
}

/** Names one after the other, as the language separates them. */
export function listText(names: readonly string[]): string {
  return new Intl.ListFormat(language, { type: 'unit', style: 'short' }).format(names);
}

/** Makes a formatter on first use, because its constructor is slow, and a new one after language or time zone have changed. */
export function lazyFormatter<T>(make: (language: string, timeZone: string | undefined) => T): () => T {
  let made:
    { readonly language: string; readonly timeZone: string | undefined; readonly format: T } | undefined;
  return () => {
    if (made?.language !== language || made.timeZone !== timeZone)
      made = { language, timeZone, format: make(language, timeZone) };
    return made.format;
  };
}

/** The language as `Intl` accepts it. A pseudo-locale is no language tag. */
function languageTag(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? 'en';
  } catch {
    return 'en';
  }
}
