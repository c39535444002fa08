// The kinds of words that the tables name, by what their letters have to be, and must not be.
import { DISPLAY_NAME } from './displayVariables.ts';

interface WordPattern {
  /** Any letters without it. */
  readonly is?: RegExp;
  readonly not?: RegExp;
  /** Whether words of the kind are programs, or another one may be. */
  readonly isCode?: true;
}

// https://www.gnu.org/software/sed/manual/sed.html: scripts that only print, delete and replace.
/**
 * What may stand before the mark, on one line. Systems differ in where a bracket ends that begins with `]` or holds the
 * mark, another `[` than that of a class, or a backslash before most letters: a script with one is not matched.
 */
const between = (mark: string): string => {
  const inBracket = String.raw`(?:[^\][\\\n${mark}]|\\[\w.*+-]|\[:[a-z]+:\])`;
  return String.raw`(?:[^\\\n[${mark}]|\\[^\n]|\[(?!\^\])${inBracket}+\])*`;
};
const ADDRESS = String.raw`(?:\d+(?:~\d+)?|\$|/${between('/')}/I?)`;
const CHANGE = ['/', '|', '#', ',', ':', '@', '!', '_', '~', '%']
  .map((mark) => {
    const escaped = mark === '|' ? String.raw`\|` : mark;
    const replacement = String.raw`(?:[^\\\n${mark}]|\\[^\n])*`;
    const rest = `${escaped}${between(mark)}${escaped}${replacement}${escaped}`;
    return `s${rest}[gpiI0-9]*|y${rest}`;
  })
  .join('|');
const SED_SCRIPT = new RegExp(
  String.raw`^(?:[ \t;\n}]*(?:${ADDRESS}(?:,[+~]?${ADDRESS})?[ \t]*)?(?:![ \t]*)?(?:\{|(?:[pdDPqQ=nNxhHgGl]\d*|[aic][^\n\\]*|${CHANGE})[ \t]*(?=[;\n}]|$)))*[ \t;\n}]*$`,
);

// https://docs.gradle.org and https://maven.apache.org: by these names in every project; other tasks may publish.
const GRADLE =
  /^(?::?(?:[\w-]+:)*)(?:test|check|build|assemble|classes|testClasses|compileJava|compileTestJava|compileKotlin|lint|tasks|dependencies|help|properties|projects)$/;
const GOAL =
  /^(?:validate|compile|test|test-compile|package|verify|integration-test|(?:generate|process)-(?:test-)?(?:sources|resources|classes)|dependency:(?:tree|list|resolve(?:-plugins)?|analyze)|help:[a-z-]+|compiler:(?:testC|c)ompile|surefire:test|failsafe:(?:integration-test|verify)|versions:display-[a-z-]+|(?:checkstyle|pmd|spotbugs|spotless):check)$/;

export const WORD_PATTERNS: Readonly<Partial<Record<string, WordPattern>>> = {
  number: { is: /^[-+]?\d+$/ },
  // Selects files of the folders that a program reads.
  glob: {},
  count: { is: /^[-+]?\d+[bckwKMG]?$/ },
  duration: { is: /^\d+(?:\.\d+)?[smhd]?$/ },
  mode: { is: /^[-/]?[0-7augorwxXst=+,-]+$/ },
  word: { is: /^[\p{L}\p{N}_@][\p{L}\p{N}_.,:@+%=^!/*-]*$/u, not: /\.\.|:\/\// },
  // A variable of git's configuration has a dot; a word without one is a subcommand.
  variable: { is: /^[a-z][\w-]*\.[\w.-]+$/i },
  remoteName: { is: /^\w[\w-]*$/ },
  remote: { is: /^(?:origin|upstream)$/ },
  ref: { is: /^\w[\w./-]*$/, not: /\.\./ },
  repository: { is: /^[\w-][\w.-]*\/[\w.-]+$/ },
  script: { is: /^[\w@][\w:.@-]*$/ },
  image: { is: /^\w[\w./:-]*$/ },
  triple: { is: /^\w[\w-]*$/ },
  clock: { is: /^(?:\+[^+].*|-u|--utc|-I(?:date|hours|minutes|seconds|ns)?|--iso-8601|-R)$/s },
  // It keeps a plugin of pytest from being loaded.
  off: { is: /^no:[\w.-]+$/ },
  lint: { is: /^[a-z][\w:-]*$/, isCode: true },
  gradle: { is: GRADLE, isCode: true },
  goal: { is: GOAL, isCode: true },
  display: { is: DISPLAY_NAME, isCode: true },
  switch: { is: /^(?:[-+][a-jl-zA-Z]+|pipefail)$/, isCode: true },
  // Shells evaluate the index of a variable, with the commands in it.
  known: { not: /\[.*[$`]/s, isCode: true },
  format: { is: /^(?!-)(?:[^%\\]|%%|%-?\d*(?:\.\d+)?[sbq]|\\.)*$/s, isCode: true },
  pager: { not: /^\+/, isCode: true },
  sed: { is: SED_SCRIPT, isCode: true },
  // It compares with `>` before the first `print`, behind which that writes to a file.
  awk: { not: /system|getline|argv|symtab|functab|@|(?<!\|)\|(?!\|)|\|{3}|print.*>/is, isCode: true },
  // A module is a file, from whichever folder the program names.
  jq: { not: /(?<![\w.$])(?:import|include)(?!\w)|modulemeta|get_search_list/, isCode: true },
};
