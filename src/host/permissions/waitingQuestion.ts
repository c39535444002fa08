// A question of an agent as lists show it: one that a single choice answers can be answered there.
import type { WaitingRequest } from '../../core/panel/waitingRequest.ts';
import type { ElicitationQuestion, ElicitationRequest } from '../../core/session/elicitation/state.ts';
import { visibleText } from '../../core/text/visibleText.ts';
import { shortened } from '../../core/text/wholeCharacters.ts';

/** A longer question is not shown as a whole. */
const MAX_LENGTH = 2_000;
/** More choices are a list, which has its place in the session. */
const MAX_CHOICES = 6;

type Shown = Pick<WaitingRequest, 'requestId' | 'subject' | 'isWhole' | 'options'> & {
  readonly field: string;
};

/** The first question that waits for the user; undefined when none does. A page that they opened waits for the agent. */
export function waitingQuestion(elicitations: readonly ElicitationRequest[]): Shown | undefined {
  const request = elicitations.find(({ isOpened }) => !isOpened);
  if (request === undefined) return undefined;
  const { requestId, question } = request;
  const { field, options } = choicesOf(question);
  const whole = linesOf(question).join('\n');
  const text = visibleText(whole);
  // Choices that look like something else are chosen where they are shown in full.
  const isPlain = options.every(({ name }) => visibleText(name) === name);
  const isWhole = field !== '' && text === whole && text.length <= MAX_LENGTH && isPlain;
  return {
    requestId,
    subject: shortened(text, MAX_LENGTH),
    isWhole,
    field,
    options: isWhole ? options : [],
  };
}

/** The choices of a form whose one field is a choice. */
function choicesOf(question: ElicitationQuestion): Pick<Shown, 'field' | 'options'> {
  const [field, ...others] = question.mode === 'form' ? question.fields : [];
  if (field?.kind !== 'choice' || others.length > 0 || field.choices.length > MAX_CHOICES)
    return { field: '', options: [] };
  const options = field.choices.map(({ value, title }) => ({ optionId: value, name: title, kind: 'choice' }));
  return { field: field.key, options };
}

/** All that the card in the session says before the answers, each line once. */
function linesOf(question: ElicitationQuestion): readonly string[] {
  if (question.mode === 'url') return [question.message, question.url];
  const lines = question.fields.flatMap((field) => [
    field.title,
    field.description,
    ...(field.kind === 'choice' || field.kind === 'choices' ? field.choices.map(choiceLine) : []),
  ]);
  const all = [question.message, question.title, question.description, ...lines];
  return [...new Set(all.flatMap((line) => (line === undefined || line === '' ? [] : [line])))];
}

function choiceLine({ title, description }: { readonly title: string; readonly description?: string }) {
  return description === undefined ? undefined : `${title}: ${description}`;
}
