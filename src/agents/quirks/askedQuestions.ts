// Questions that agents ask in their own words, as a form: of each, its choices, and a text in their place.
import * as z from 'zod/mini';
import { withoutUndefined } from '../../core/base/withoutUndefined.ts';
import type { ElicitationOutcome } from '../../core/ports/agent.ts';
import type { ElicitationQuestion } from '../../core/session/elicitation/state.ts';
import { sessionStrings } from '../../core/session/sessionStrings.ts';
import { oneLine } from '../../core/text/oneLine.ts';
import { startOf } from '../../core/text/wholeCharacters.ts';
import { lenient } from '../schema/lenient.ts';

/** As much of a question as names it, in UTF-16 code units. */
const MAX_NAME_LENGTH = 80;

export interface AskedQuestion {
  readonly question: string;
  /** A word or two that name it. */
  readonly header?: string | undefined;
  /** The value of a choice is what is answered. */
  readonly options: readonly {
    readonly value: string;
    readonly title: string;
    readonly description?: string;
  }[];
  readonly multiSelect?: boolean | undefined;
}

/** A choice that is answered by its label. */
export const labeledChoice = z.pipe(
  z.object({ label: z.string().check(z.minLength(1)), description: lenient(z.string()) }),
  z.transform(({ label, description }) => withoutUndefined({ value: label, title: label, description })),
);

/** The answer to one question: the values that were chosen, and what was written in their place. */
interface QuestionAnswer {
  readonly chosen: readonly string[];
  readonly other: string;
}

/** `takesText`: whether the agent understands an answer that is none of its choices. */
export function questionForm(
  questions: readonly AskedQuestion[],
  { title, takesText = true }: { readonly title?: string | undefined; readonly takesText?: boolean } = {},
): ElicitationQuestion {
  const [only] = questions.length === 1 ? questions : [];
  const message = only?.question ?? title ?? sessionStrings.severalQuestions();
  const headers = questions.map(({ header }) => header);
  return {
    mode: 'form',
    message,
    fields: questions.flatMap(({ question: text, header, options, multiSelect }, index) => {
      const number = numberAmongSame(questions, index);
      const labels = withoutUndefined({
        title: `${header ?? text}${number}`,
        description: only === undefined && header !== undefined ? text : undefined,
      });
      const common = { key: String(index), isRequired: false, choices: [...options], ...labels };
      const choices =
        multiSelect === true
          ? ({ ...common, kind: 'choices' } as const)
          : ({ ...common, kind: 'choice' } as const);
      const other = {
        key: otherKey(index),
        title:
          only === undefined
            ? sessionStrings.otherAnswerTo(`${nameOf({ question: text, header }, headers)}${number}`)
            : sessionStrings.otherAnswer(),
        isRequired: false,
        kind: 'text',
      } as const;
      return takesText ? [choices, other] : [choices];
    }),
  };
}

/** What the user has answered, by the index of the question; undefined where they did not. */
export function questionAnswers(
  outcome: ElicitationOutcome,
  questions: readonly AskedQuestion[],
): readonly QuestionAnswer[] | undefined {
  if (outcome.action !== 'accept') return undefined;
  const { content = {} } = outcome;
  return questions.map((_, index) => ({
    chosen: [content[String(index)] ?? []].flat().map(String),
    other: String(content[otherKey(index)] ?? '').trim(),
  }));
}

/** A word or two that name a question among others, which may share its header. */
function nameOf(
  { question, header }: Pick<AskedQuestion, 'question' | 'header'>,
  headers: readonly (string | undefined)[],
): string {
  const isUnique = headers.filter((each) => each === header).length === 1;
  return oneLine(startOf(header !== undefined && isUnique ? header : question, MAX_NAME_LENGTH));
}

/** Numbers a question where earlier ones have the same header and text. */
function numberAmongSame(questions: readonly AskedQuestion[], index: number): string {
  const same = questions
    .slice(0, index + 1)
    .filter(
      ({ question, header }) =>
        question === questions[index]?.question && header === questions[index]?.header,
    );
  return same.length > 1 ? ` (${same.length})` : '';
}

function otherKey(index: number): string {
  return `${index}:other`;
}
