// What is added to markdown for the parser, built once: react-markdown asks its plugins anew for every block.
import type { Options } from 'mdast-util-from-markdown';
import { cjkFriendlyExtension } from 'micromark-extension-cjk-friendly';
import { gfmStrikethroughCjkFriendly } from 'micromark-extension-cjk-friendly-gfm-strikethrough';
import remarkGfm from 'remark-gfm';
import { withCjkAddresses } from './cjkAddresses.ts';
import { withScriptsWithoutBlanks } from './scriptsWithoutBlanks.ts';

interface Parser {
  /** Where plugins put what they add to the parser. */
  data(): object;
}

type Extensions = NonNullable<Options['extensions']>;

interface Additions {
  readonly micromarkExtensions?: Extensions;
  readonly fromMarkdownExtensions?: NonNullable<Options['mdastExtensions']>;
}

/** A single tilde is text, as in `~5 s for 10~20 files`. */
const SINGLE_TILDE_IS_TEXT = { singleTilde: false };

const gfmAdditions: Additions = {};
remarkGfm.call({ data: () => gfmAdditions }, SINGLE_TILDE_IS_TEXT);

const extensions: Extensions = [
  ...(gfmAdditions.micromarkExtensions ?? []).flat().map(withCjkAddresses),
  // Chinese, Japanese and Korean have no blanks beside the marks of emphasis, which CommonMark asks for. The later
  // extension wins where two read the same mark.
  ...[cjkFriendlyExtension(), gfmStrikethroughCjkFriendly(SINGLE_TILDE_IS_TEXT)].map(
    withScriptsWithoutBlanks,
  ),
];

/**
 * Plugin: tables, strikethrough, task lists, footnotes, bare addresses, and emphasis in text without blanks. The only
 * one that adds to the parser.
 */
export function gfm(this: Parser): void {
  Object.assign(this.data(), { ...gfmAdditions, micromarkExtensions: extensions });
}

/** The same for a parser without plugins. */
export const gfmOptions: Options = {
  extensions,
  mdastExtensions: gfmAdditions.fromMarkdownExtensions ?? [],
};
