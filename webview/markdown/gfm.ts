// GitHub's additions to markdown for the parser, built once: react-markdown asks its plugins anew for every block.
import type { Options } from 'mdast-util-from-markdown';
import remarkGfm from 'remark-gfm';

interface Parser {
  /** Where plugins put what they add to the parser. */
  data(): object;
}

interface Additions {
  readonly micromarkExtensions?: NonNullable<Options['extensions']>;
  readonly fromMarkdownExtensions?: NonNullable<Options['mdastExtensions']>;
}

const additions: Additions = {};
remarkGfm.call({ data: () => additions });

/** Plugin: tables, strikethrough, task lists, footnotes and bare addresses. The only one that adds to the parser. */
export function gfm(this: Parser): void {
  Object.assign(this.data(), additions);
}

/** The same for a parser without plugins. */
export const gfmOptions: Options = {
  extensions: additions.micromarkExtensions ?? [],
  mdastExtensions: additions.fromMarkdownExtensions ?? [],
};
