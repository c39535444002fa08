// What the user has entered into a form, as text that can be used elsewhere when nobody waits for the form any more.
import { ownValue } from '../../../core/base/ownValue.ts';
import type {
  ElicitationField,
  ElicitationValue,
  ElicitationValues,
  FormQuestion,
} from '../../../core/session/elicitation/state.ts';
import { initialValues, isWrittenList } from './elicitationForm.ts';
import { elicitationStrings } from './elicitationStrings.ts';

/** The question with those fields alone of which the user has changed the values. */
export function changedPart(question: FormQuestion, values: ElicitationValues): FormQuestion {
  const initial = initialValues(question.fields);
  const fields = question.fields.filter(({ key }) => !isSame(ownValue(values, key), ownValue(initial, key)));
  return { ...question, fields };
}

/** Whether the user has typed something; what is only chosen is chosen again with a click. */
export function holdsTyped(question: FormQuestion, values: ElicitationValues): boolean {
  const isTyped = (field: ElicitationField): boolean =>
    (field.kind === 'text' || field.kind === 'number' || isWrittenList(field)) &&
    ownValue(values, field.key) !== undefined;
  return changedPart(question, values).fields.some(isTyped);
}

/** The values that the user has changed: a single one alone, several each on a line behind the name of its field. */
export function enteredText(question: FormQuestion, values: ElicitationValues): string {
  const lines = changedPart(question, values).fields.flatMap((field) => {
    const value = ownValue(values, field.key);
    return value === undefined ? [] : [{ title: field.title, text: textOf(field, value) }];
  });
  const [only] = lines;
  if (only !== undefined && lines.length === 1) return only.text;
  return lines.map(({ title, text }) => `${title}: ${text}`).join('\n');
}

function textOf(field: ElicitationField, value: ElicitationValue): string {
  if (typeof value === 'boolean') return value ? elicitationStrings.yes() : elicitationStrings.no();
  const chosen = typeof value === 'object' ? value : [String(value)];
  const choices = 'choices' in field ? field.choices : [];
  return chosen.map((each) => choices.find((choice) => choice.value === each)?.title ?? each).join(', ');
}

function isSame(left: ElicitationValue | undefined, right: ElicitationValue | undefined): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
