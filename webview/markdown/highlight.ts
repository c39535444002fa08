// Names the parts of code with classes; the theme gives them their colours (highlight.css).
import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import go from 'highlight.js/lib/languages/go';
import graphql from 'highlight.js/lib/languages/graphql';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import kotlin from 'highlight.js/lib/languages/kotlin';
import lua from 'highlight.js/lib/languages/lua';
import makefile from 'highlight.js/lib/languages/makefile';
import markdown from 'highlight.js/lib/languages/markdown';
import php from 'highlight.js/lib/languages/php';
import powershell from 'highlight.js/lib/languages/powershell';
import python from 'highlight.js/lib/languages/python';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import shell from 'highlight.js/lib/languages/shell';
import sql from 'highlight.js/lib/languages/sql';
import swift from 'highlight.js/lib/languages/swift';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { createLowlight } from 'lowlight';

/** Longer code (characters) is shown without highlighting. */
const LONGEST_HIGHLIGHTED = 20_480;

const languages = {
  bash,
  c,
  cpp,
  csharp,
  css,
  diff,
  dockerfile,
  go,
  graphql,
  ini,
  java,
  javascript,
  json,
  kotlin,
  lua,
  makefile,
  markdown,
  php,
  powershell,
  python,
  ruby,
  rust,
  shell,
  sql,
  swift,
  typescript,
  xml,
  yaml,
};

const aliases = {
  bash: ['fish'],
  css: ['scss', 'less'],
  javascript: ['js', 'node'],
  json: ['jsonl', 'ndjson'],
  typescript: ['mts', 'cts'],
  xml: ['vue', 'svelte'],
};

let made: ReturnType<typeof createLowlight> | undefined;

/** Made when code is first shown: it takes as long as a fifth of the start of the panel. */
function lowlight(): ReturnType<typeof createLowlight> {
  if (made === undefined) {
    made = createLowlight(languages);
    made.registerAlias(aliases);
  }
  return made;
}

/** Code as a tree of elements with `hljs-…` classes. */
export type HighlightedCode = ReturnType<ReturnType<typeof createLowlight>['highlight']>;

/** Highlights code, or returns undefined for an unknown language and for code that is too long. */
export function highlight(code: string, language: string): HighlightedCode | undefined {
  const name = language.toLowerCase();
  if (code.length > LONGEST_HIGHLIGHTED || !lowlight().registered(name)) return undefined;
  return lowlight().highlight(name, code);
}
