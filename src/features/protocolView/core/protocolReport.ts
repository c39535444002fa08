// A report for the maintainers of an agent, as Markdown: versions, the exchange that failed, and the rule that it breaks.
import { parseJson } from '../../../core/text/parseJson.ts';
import { protocolStrings as strings } from './protocolStrings.ts';
import type { ProtocolRow } from './protocolRow.ts';

interface ReportedMessage {
  readonly row: ProtocolRow;
  /** Without secrets. */
  readonly text: string;
}

export interface ProtocolReportOptions {
  readonly agent: string;
  /** Programs and their versions, the agent's first. */
  readonly versions: readonly string[];
  /** The exchange, in its order: a request and its answer, or one message. */
  readonly messages: readonly ReportedMessage[];
}

const MAX_MESSAGE_CHARACTERS = 20_000;

export function protocolReport({ agent, versions, messages }: ProtocolReportOptions): string {
  const problems = messages.flatMap(({ row }) => row.problems);
  return [
    `# ${strings.reportTitle(agent)}`,
    `## ${strings.versions()}\n${versions.map((version) => `- ${version}`).join('\n')}`,
    `## ${strings.verdict()}\n${
      problems.length === 0
        ? strings.noProblem()
        : problems.map(({ rule, text }) => `- ${rule}: ${text}`).join('\n')
    }`,
    `## ${strings.exchange()}`,
    ...messages.map(({ row, text }) => `${headline(row)}\n\n${fenced(pretty(text))}`),
    strings.rulesAt(),
  ].join('\n\n');
}

/** A message as JSON on many lines; what is no JSON stays as it is. */
export function pretty(text: string): string {
  const value = parseJson(text);
  return value === undefined ? text : JSON.stringify(value, null, 2);
}

function headline({ direction, kind, method, id, latencyMs }: ProtocolRow): string {
  const from = direction === 'in' ? strings.fromAgent() : strings.toAgent();
  const words = [from, strings.kind[kind](), method, id === undefined ? '' : `#${id}`];
  const latency = kind === 'request' || latencyMs === undefined ? [] : [strings.milliseconds(latencyMs)];
  return [...words, ...latency].filter((word) => word !== '').join(' · ');
}

function fenced(text: string): string {
  const shown = text.length <= MAX_MESSAGE_CHARACTERS ? text : `${text.slice(0, MAX_MESSAGE_CHARACTERS)}\n…`;
  const longest = Math.max(2, ...(shown.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return [`${fence}json`, shown, fence].join('\n');
}
