// Programs for which it takes more than one word to say what another one does.
import type { SimpleCommand, Word } from './commandLine.ts';
import { isExportedForDisplay } from './displayVariables.ts';
import type { Hazard } from './programHazards.ts';

/** Reporters that come with test runners; of any other name, a file or a package is loaded. */
const REPORTERS: Readonly<Record<string, string>> = {
  jest: 'default github-actions summary',
  vitest:
    'default basic verbose dot json tap tap-flat junit hanging-process github-actions tree agent minimal blob html',
  mocha: 'spec dot min doc html list json json-stream xunit progress landing nyan tap markdown',
};
const COVERAGE_REPORTERS =
  'clover cobertura html html-spa json json-summary lcov lcovonly none teamcity text text-lcov text-summary';

/** Goals of Maven that say something about a project or do what its phases do. Others may be of any plugin there is. */
const PLAIN_GOAL =
  /^(?:dependency:(?:tree|list|resolve(?:-plugins)?|analyze|go-offline)|help:[a-z-]+|clean:clean|compiler:(?:testC|c)ompile|resources:(?:testR|r)esources|surefire:test|failsafe:(?:integration-test|verify)|jar:jar|versions:display-[a-z-]+|(?:checkstyle|pmd|spotbugs|spotless):check|spring-boot:run)$/;
const MAVEN_VALUE = /^(?:-pl|--projects|-rf|--resume-from|-P|--activate-profiles|-T|--threads)$/;

/** Whether what looks like a hazard is none because of the words beside it. */
export function isHarmlessAt(name: string, command: SimpleCommand, index: number): boolean {
  const word = command[index];
  switch (name) {
    case 'export':
      return word !== undefined && isExportedForDisplay(word);
    case 'pytest':
      // It loads a plugin, or keeps one from being loaded.
      return /^-pno:[\w.-]+$/.test(word === '-p' ? `-p${command[index + 1] ?? ''}` : (word ?? ''));
    case 'printf':
    case 'test':
    case '[':
      // It is looked at below, also behind `--`.
      return word === undefined;
    default:
      return false;
  }
}

/** Hazards beside those of the options. */
export function wordHazards(name: string, command: SimpleCommand): readonly Hazard[] {
  if (Object.hasOwn(REPORTERS, name)) return reporterHazards(name, command);
  if (name === 'printf') {
    // It sets the variable that an argument of `%n` names.
    const isHazard = (word: Word, index: number): boolean =>
      word === undefined ? !printsTexts(command, index) : /%[^%A-Za-z]*n/.test(word);
    return hazardsWhere(command, isHazard, true);
  }
  if (name === 'test' || name === '[') {
    if (name === '[' && command.at(-1) !== ']') return [{ index: command.length - 1, runs: true }];
    return comparesTexts(name, command) ? [] : hazardsWhere(command, (word) => word === undefined, true);
  }
  if (name === 'mvn' || name === 'mvnw') {
    const isHazard = (word: Word, index: number): boolean =>
      /^(?!-).*:/s.test(word ?? '') &&
      !PLAIN_GOAL.test(word ?? '') &&
      (command.includes('--') || !MAVEN_VALUE.test(command[index - 1] ?? ''));
    return hazardsWhere(command, isHazard, true);
  }
  // The compiler is given what follows: levels of lints here, or a library to load.
  if (name !== 'cargo' || !command.includes('clippy')) return [];
  const end = command.indexOf('--');
  const isLint = (word: Word): boolean => /^(?:-[AWDF])?[a-z][\w:-]*$|^-[AWDF]$|^--$/.test(word ?? '');
  return end < 0 ? [] : hazardsWhere(command, (word, index) => index > end && !isLint(word), true);
}

function hazardsWhere(
  command: SimpleCommand,
  isHazard: (word: Word, index: number) => boolean,
  runs: boolean,
): readonly Hazard[] {
  return command.flatMap((word, index) => (index > 0 && isHazard(word, index) ? [{ index, runs }] : []));
}

/** Whether a word is an argument of a format of `printf` that prints texts alone: some shells evaluate numbers. */
function printsTexts(command: SimpleCommand, index: number): boolean {
  const at = command[1] === '--' ? 2 : 1;
  return index > at && /^(?!-)(?:[^%\\]|%%|%-?\d*(?:\.\d+)?[sbq]|\\.)*$/s.test(command[at] ?? '');
}

/** Whether `test` looks at texts and files, whatever the words are that only the shell knows. */
function comparesTexts(name: string, command: SimpleCommand): boolean {
  const { singleWords } = command;
  if (command.some((word, index) => word === undefined && singleWords?.has(index) !== true)) return false;
  const start = command[1] === '!' ? 2 : 1;
  const words = command.slice(start, name === '[' ? -1 : undefined);
  const [first, second] = words;
  switch (words.length) {
    case 1:
      return true;
    case 2:
      return /^-[b-hnprsuwxzLNOSG]$/.test(first ?? '');
    case 3:
      return /^(?:==?|!=|-[no]t|-ef)$/.test(second ?? '');
    default:
      return false;
  }
}

/** Reporters that do not come with the runner. */
function reporterHazards(name: string, command: SimpleCommand): readonly Hazard[] {
  const found: Hazard[] = [];
  for (let index = 1; index < command.length; index++) {
    const [option = '', ...attached] = (command[index] ?? '').split('=');
    const spelled = /^-(?!-)(?:.+R|R.)/.test(option) ? '--reporter-' : option.replace(/^-R$/, '--reporter');
    const [, coverage, rest] =
      /^--(coverage\.?)?reporter(.*)$/is.exec(spelled.replaceAll(/(?<=^--.*)-(?=.)/g, '')) ?? [];
    if (rest === undefined) continue;
    const known = (coverage === undefined ? REPORTERS[name] : COVERAGE_REPORTERS)?.split(' ') ?? [];
    const isKnown = (word: Word): boolean => word !== undefined && known.includes(word);
    const isWhole = /^s?$/i.test(rest) && (attached.length === 0 || isKnown(attached.join('=')));
    if (!isWhole) found.push({ index, runs: true });
    let next = index + 1;
    if (attached.length === 0 && !isKnown(command[next])) found.push({ index: next, runs: true });
    // Jest takes all words up to the next option for reporters.
    while (name === 'jest' && next < command.length && command[next]?.startsWith('-') !== true) {
      if (!isKnown(command[next])) found.push({ index: next, runs: true });
      next++;
    }
  }
  return found;
}
