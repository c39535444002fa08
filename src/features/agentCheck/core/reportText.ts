// The report of a check as Markdown, for an issue or a message: no secrets, no name of the user.
import type { CheckReport, CheckStep, Severity } from './checkReport.ts';
import { checkStrings } from './checkStrings.ts';

export interface ReportTextOptions {
  /** The user's home folder: written as `~`. */
  readonly home: string;
  /** Programs and their versions, such as VS Code. */
  readonly versions: readonly string[];
  /** Hides what is secret in the whole text. */
  readonly redact: (text: string) => string;
}

const MARKS: Readonly<Record<CheckStep['state'] | Severity, string>> = {
  waiting: '·',
  running: '·',
  skipped: '·',
  done: '✓',
  info: '·',
  warning: '!',
  failed: '✗',
  error: '✗',
};

export function reportText(report: CheckReport, { home, versions, redact }: ReportTextOptions): string {
  const { label, verdict, steps, facts, signIn, capabilities, servers, findings, errors, stderrTail } =
    report;
  const sections: readonly (readonly [title: string, lines: readonly string[]])[] = [
    [checkStrings.versions(), versions.map((version) => `- ${version}`)],
    [
      checkStrings.steps(),
      steps.map(({ label: step, state, note, durationMs }) => {
        const duration =
          durationMs === undefined ? '' : ` (${checkStrings.milliseconds(String(Math.round(durationMs)))})`;
        return `- ${MARKS[state]} ${step}${duration}${note === undefined ? '' : `: ${note}`}`;
      }),
    ],
    [checkStrings.agent(), facts.map((fact) => `- ${fact.label}: ${fact.value}`)],
    [
      checkStrings.signIn(),
      [
        `- ${signIn.text}`,
        ...(signIn.methods.length === 0
          ? []
          : [`- ${checkStrings.signInMethods(signIn.methods.map(({ name }) => name).join(', '))}`]),
      ],
    ],
    [
      checkStrings.capabilities(),
      capabilities.map(({ name, state, note }) => `- ${name}: ${state}. ${note}`),
    ],
    [
      checkStrings.servers(),
      servers.map(
        ({ name, kind, note, answer }) =>
          `- ${[`${name} (${kind}): ${note}`, answer ?? []].flat().join(' ')}`,
      ),
    ],
    [
      checkStrings.environment(),
      findings.map(({ severity, text }) => `- ${MARKS[severity]} ${text.replaceAll('\n', '\n  ')}`),
    ],
    [
      checkStrings.errors(),
      errors.flatMap(({ code, message, detail = '' }) => [
        `- ${message} (${code})`,
        ...(detail === '' ? [] : [fenced(detail)]),
      ]),
    ],
    [checkStrings.stderr(), stderrTail === '' ? [] : [fenced(stderrTail)]],
  ];
  const text = [
    `# ${checkStrings.reportTitle(label)}`,
    verdict.text,
    ...sections.flatMap(([title, lines]) => (lines.length === 0 ? [] : [`## ${title}\n${lines.join('\n')}`])),
  ].join('\n\n');
  return withoutHome(redact(text), home);
}

/** A block of code that nothing in it ends. */
function fenced(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}

/** The text with `~` for the home folder; another folder that begins with its name stays. */
function withoutHome(text: string, home: string): string {
  if (home.length < 2) return text;
  const spellings = new Set([home, home.replaceAll('\\', '/'), JSON.stringify(home).slice(1, -1)]);
  return [...spellings].reduce((shortened, spelling) => {
    const pattern = spelling.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return shortened.replace(new RegExp(`${pattern}(?![\\w.-])`, 'g'), '~');
  }, text);
}
