// Finds the functions, classes, headings and keys of a file by its lines: no parser, good enough for a demo.
import { extname } from 'node:path';

/** Something with a name in a file. */
export interface OutlineItem {
  /** "function", "class", "heading", … */
  readonly kind: string;
  readonly name: string;
  /** 1-based. */
  readonly line: number;
  /** Whether other files can use it, where the language says so. */
  readonly exported: boolean;
}

interface Rule {
  readonly kind: string;
  /** Group 1 is the name. */
  readonly pattern: RegExp;
  readonly exported?: RegExp;
}

const EXPORT = /^export\b/;
const SCRIPT: readonly Rule[] = [
  {
    kind: 'function',
    pattern: /^(?:export\s+)?(?:default\s+)?(?:async\s+)?function\s*\*?\s*([\w$]+)/,
    exported: EXPORT,
  },
  {
    kind: 'class',
    pattern: /^(?:export\s+)?(?:default\s+)?(?:abstract\s+)?class\s+([\w$]+)/,
    exported: EXPORT,
  },
  { kind: 'type', pattern: /^(?:export\s+)?(?:interface|type|enum)\s+([\w$]+)/, exported: EXPORT },
  {
    kind: 'function',
    pattern: /^(?:export\s+)?const\s+([\w$]+)[^=]*=\s*(?:async\s*)?(?:\([^)]*\)?|[\w$]+)\s*(?::[^=]+)?=>/,
    exported: EXPORT,
  },
  { kind: 'constant', pattern: /^(?:export\s+)?const\s+([\w$]+)/, exported: EXPORT },
];

const RULES: Readonly<Record<string, readonly Rule[]>> = {
  ...Object.fromEntries(
    ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'].map((extension) => [extension, SCRIPT]),
  ),
  '.py': [
    { kind: 'class', pattern: /^class\s+(\w+)/, exported: /^class\s+[^_]/ },
    { kind: 'function', pattern: /^(?:async\s+)?def\s+(\w+)/, exported: /def\s+[^_]/ },
  ],
  '.go': [
    {
      kind: 'function',
      pattern: /^func\s+(?:\([^)]*\)\s*)?(\w+)/,
      exported: /^func\s+(?:\([^)]*\)\s*)?[A-Z]/,
    },
    { kind: 'type', pattern: /^type\s+(\w+)/, exported: /^type\s+[A-Z]/ },
  ],
  '.rs': [
    { kind: 'function', pattern: /^(?:pub(?:\([^)]*\))?\s+)?(?:async\s+)?fn\s+(\w+)/, exported: /^pub\b/ },
    { kind: 'type', pattern: /^(?:pub(?:\([^)]*\))?\s+)?(?:struct|enum|trait)\s+(\w+)/, exported: /^pub\b/ },
  ],
  '.md': [{ kind: 'heading', pattern: /^#{1,6}\s+(.+?)\s*#*$/ }],
  '.json': [{ kind: 'key', pattern: /^(?: {2}|\t| {4})"([^"]+)"\s*:/ }],
  '.css': [{ kind: 'rule', pattern: /^([^\s@}/*][^{]*?)\s*\{/ }],
};

/** The outline of a file, in the order of its lines; empty where the kind of file is not known. */
export function outlineOf(name: string, text: string): OutlineItem[] {
  const rules = RULES[extname(name).toLowerCase()] ?? [];
  return text.split(/\r?\n/).flatMap((content, index) => {
    for (const { kind, pattern, exported } of rules) {
      const found = pattern.exec(content)?.[1];
      if (found !== undefined) {
        return [{ kind, name: found, line: index + 1, exported: exported?.test(content) ?? false }];
      }
    }
    return [];
  });
}
