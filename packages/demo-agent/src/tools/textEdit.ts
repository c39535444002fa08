// What `edit` does to a file: replaces text when asked to, otherwise adds a comment where the language has one.
import { extname } from 'node:path';

const COMMENT = 'Edited by the Parley demo agent.';

/** A change, or why there is none; `why` is a sentence for the user. */
export type Change = { readonly text: string; readonly what: string } | { readonly why: string };

const COMMENTS: readonly { readonly extensions: readonly string[]; readonly comment: string }[] = [
  {
    extensions:
      '.ts .tsx .mts .cts .js .jsx .mjs .cjs .go .rs .java .c .h .cpp .cs .swift .kt .php .jsonc'.split(' '),
    comment: `// ${COMMENT}`,
  },
  { extensions: '.py .rb .sh .bash .yml .yaml .toml .r .pl .tf'.split(' '), comment: `# ${COMMENT}` },
  { extensions: '.md .html .htm .xml .svg .vue'.split(' '), comment: `<!-- ${COMMENT} -->` },
  { extensions: '.css .scss .less'.split(' '), comment: `/* ${COMMENT} */` },
  { extensions: ['.sql', '.lua', '.hs'], comment: `-- ${COMMENT}` },
  { extensions: ['.txt', ''], comment: COMMENT },
];

/** Works out the change that `instruction` (what follows the file's name) asks for. */
export function textEditOf(name: string, text: string, instruction: string): Change {
  const replacement = /\breplace\s+(["'`]?)(.+?)\1\s+(?:with|by)\s+(["'`]?)(.*?)\3\s*$/is.exec(instruction);
  if (replacement !== null) {
    const [, , before = '', , after = ''] = replacement;
    if (!text.includes(before)) return { why: `\`${name}\` does not contain \`${before}\`.` };
    if (before === after) return { why: 'Both texts are the same, so there is nothing to change.' };
    return {
      text: text.replaceAll(before, () => after),
      what: `replaces \`${before}\` with \`${after}\` in \`${name}\``,
    };
  }
  const extension = extname(name).toLowerCase();
  const comment = COMMENTS.find(({ extensions }) => extensions.includes(extension))?.comment;
  if (comment === undefined) {
    return {
      why: `I do not know how a comment is written in \`${name}\`. Try \`edit ${name} replace OLD with NEW\`.`,
    };
  }
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const separator = text === '' || text.endsWith('\n') ? '' : newline;
  return {
    text: `${text}${separator}${comment}${newline}`,
    what: `adds a comment at the end of \`${name}\``,
  };
}
