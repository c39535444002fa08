// Types of l10n.mjs for the tests.

/** A text, with comments for translators where it has some. */
export type BundleText = string | { readonly message: string; readonly comment: readonly string[] };
export const l10nDirectory: string;
export const bundleFile: string;
export function localizedSources(): string[];
export function extractBundle(): Promise<Readonly<Record<string, BundleText>>>;
