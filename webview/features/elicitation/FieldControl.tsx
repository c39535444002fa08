// One field of a form: its label, its control by kind, what is wrong with it.
import { memo, useId, type ReactNode } from 'react';
import { ownValue } from '../../../src/core/base/ownValue.ts';
import { isWrittenList } from '../../../src/features/elicitation/core/elicitationForm.ts';
import { visibleLine, visibleText } from '../../../src/core/text/visibleText.ts';
import { startOf } from '../../../src/core/text/wholeCharacters.ts';
import { CutText } from '../../panel/content/CutText.tsx';
import type { ElicitationField, ElicitationValue } from '../../../src/core/session/elicitation/state.ts';
import { elicitationStrings } from './elicitationStrings.ts';

export interface FieldControlProps {
  readonly requestId: string;
  readonly field: ElicitationField;
  readonly value: ElicitationValue | undefined;
  readonly problem: string | undefined;
  readonly onChange: (key: string, value: ElicitationValue | undefined) => void;
}

export const FieldControl = memo(function FieldControl({
  requestId,
  field,
  value,
  problem,
  onChange,
}: FieldControlProps) {
  const id = useId();
  const hidden = hiddenText(value);
  const described = [
    field.description === undefined ? '' : `${id}-hint`,
    hidden === undefined ? '' : `${id}-hidden`,
    problem === undefined ? '' : `${id}-problem`,
  ];
  const fieldId = `${requestId}:${field.key}`;
  const shared: Shared = {
    id,
    'aria-describedby': described.filter(Boolean).join(' ') || undefined,
    'aria-invalid': problem !== undefined,
    'aria-required': field.isRequired,
  };
  const isGroup =
    (field.kind === 'choices' && !isWrittenList(field)) ||
    (field.kind === 'choice' && field.choices.length <= MAX_RADIO_BUTTONS);
  return (
    <div className="field" data-field={field.key}>
      {field.kind !== 'boolean' && (
        <Label id={id} isGroup={isGroup}>
          <CutText id={`${fieldId}:title`} text={field.title} maxCharacters={MAX_LABEL_CHARACTERS} />
          {field.isRequired && <span className="dim field-required"> {elicitationStrings.required()}</span>}
        </Label>
      )}
      {field.description !== undefined && (
        <div id={`${id}-hint`} className="dim elicitation-hint">
          <CutText
            id={`${fieldId}:description`}
            text={field.description}
            maxCharacters={MAX_DESCRIPTION_CHARACTERS}
          />
        </div>
      )}
      <Control
        field={field}
        value={value}
        onChange={(changed) => onChange(field.key, changed)}
        shared={shared}
      />
      {hidden !== undefined && (
        <p id={`${id}-hidden`} className="field-hidden" data-testid="field-hidden">
          {elicitationStrings.hiddenCharacters(hidden)}
        </p>
      )}
      {problem !== undefined && (
        <p id={`${id}-problem`} className="field-problem" role="alert">
          {visibleText(problem)}
        </p>
      )}
    </div>
  );
});

/** The length of a label, a choice and a description; the rest is shown on request. */
const MAX_LABEL_CHARACTERS = 200;
const MAX_DESCRIPTION_CHARACTERS = 600;

/** The height of a list that is written; it scrolls beyond. */
const MIN_LINES = 3;
const MAX_LINES = 8;

/** Up to this many choices are all visible. */
const MAX_RADIO_BUTTONS = 6;

interface Shared {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean;
  readonly 'aria-required': boolean;
}

function Label(props: { readonly id: string; readonly isGroup: boolean; readonly children: ReactNode }) {
  const { id, isGroup, children } = props;
  return isGroup ? (
    <span id={`${id}-label`} className="field-label">
      {children}
    </span>
  ) : (
    <label htmlFor={id} className="field-label">
      {children}
    </label>
  );
}

interface ControlProps {
  readonly field: ElicitationField;
  readonly value: ElicitationValue | undefined;
  readonly onChange: (value: ElicitationValue | undefined) => void;
  readonly shared: Shared;
}

/** The kind of input that fits a format; anything unknown is plain text (R111). */
const INPUT_TYPES: Readonly<Record<string, string>> = { email: 'email', uri: 'url', date: 'date' };

function Control({ field, value, onChange, shared }: ControlProps) {
  switch (field.kind) {
    case 'text':
      if (field.isLong === true) {
        return (
          <p id={shared.id} className="dim elicitation-hint">
            {elicitationStrings.answerInEditor()}
          </p>
        );
      }
      return (
        <input
          {...shared}
          className="text-field field-input"
          type={ownValue(INPUT_TYPES, field.format ?? '') ?? 'text'}
          value={typeof value === 'string' ? value : ''}
          onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
        />
      );
    case 'number':
      return (
        <input
          {...shared}
          className="text-field field-input"
          type="number"
          step={field.isInteger ? 1 : 'any'}
          min={field.minimum}
          max={field.maximum}
          value={typeof value === 'number' ? value : ''}
          onChange={(event) => onChange(event.target.value === '' ? undefined : Number(event.target.value))}
        />
      );
    case 'boolean':
      return (
        <label className="field-choice">
          <input
            {...shared}
            type="checkbox"
            checked={value === true}
            onChange={(event) => onChange(event.target.checked)}
          />
          <CutText id={`${shared.id}:title`} text={field.title} maxCharacters={MAX_LABEL_CHARACTERS} />
        </label>
      );
    case 'choice':
      return <ChoiceControl field={field} value={value} onChange={onChange} shared={shared} />;
    case 'choices':
      return isWrittenList(field) ? (
        <LinesControl value={value} onChange={onChange} shared={shared} />
      ) : (
        <ChoicesControl field={field} value={value} onChange={onChange} shared={shared} />
      );
  }
}

interface KindProps<Kind extends ElicitationField['kind']> {
  readonly field: Extract<ElicitationField, { kind: Kind }>;
  readonly value: ElicitationValue | undefined;
  readonly onChange: (value: ElicitationValue | undefined) => void;
  readonly shared: Shared;
}

function ChoiceControl({ field, value, onChange, shared }: KindProps<'choice'>) {
  if (field.choices.length > MAX_RADIO_BUTTONS) {
    return (
      <select
        {...shared}
        className="text-field field-input"
        value={typeof value === 'string' ? value : ''}
        onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
      >
        <option value="">{elicitationStrings.select()}</option>
        {field.choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {cutChoice(choice.title)}
          </option>
        ))}
      </select>
    );
  }
  const { id, ...group } = shared;
  return (
    <div role="radiogroup" aria-labelledby={`${id}-label`} {...group}>
      {field.choices.map((choice) => (
        <label key={choice.value} className="field-choice">
          <input
            type="radio"
            name={id}
            value={choice.value}
            checked={value === choice.value}
            onChange={() => onChange(choice.value)}
          />
          <ChoiceLabel id={`${id}:${choice.value}`} {...choice} />
        </label>
      ))}
    </div>
  );
}

function ChoicesControl({ field, value, onChange, shared }: KindProps<'choices'>) {
  const chosen: readonly string[] = typeof value === 'object' ? value : [];
  const { id, 'aria-describedby': describedBy } = shared;
  return (
    <div role="group" aria-labelledby={`${id}-label`} aria-describedby={describedBy}>
      {field.choices.map((choice) => (
        <label key={choice.value} className="field-choice">
          <input
            type="checkbox"
            value={choice.value}
            checked={chosen.includes(choice.value)}
            onChange={(event) => {
              const others = chosen.filter((each) => each !== choice.value);
              const next = event.target.checked ? [...others, choice.value] : others;
              onChange(next.length === 0 ? undefined : next);
            }}
          />
          <ChoiceLabel id={`${id}:${choice.value}`} {...choice} />
        </label>
      ))}
    </div>
  );
}

/** A list of which no value is offered: each line is a value. */
function LinesControl({ value, onChange, shared }: Omit<ControlProps, 'field'>) {
  const lines: readonly string[] = typeof value === 'object' ? value : [];
  return (
    <textarea
      {...shared}
      className="text-field field-input"
      rows={Math.min(Math.max(lines.length + 1, MIN_LINES), MAX_LINES)}
      placeholder={elicitationStrings.onePerLine()}
      value={lines.join('\n')}
      onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value.split('\n'))}
    />
  );
}

interface ChoiceLabelProps {
  /** Unique in the session. */
  readonly id: string;
  readonly title: string;
  readonly description?: string;
}

function ChoiceLabel({ id, title, description }: ChoiceLabelProps) {
  return (
    <span>
      <CutText id={`${id}:title`} text={title} maxCharacters={MAX_LABEL_CHARACTERS} />
      {description !== undefined && (
        <span className="dim elicitation-hint">
          {' '}
          <CutText id={`${id}:description`} text={description} maxCharacters={MAX_DESCRIPTION_CHARACTERS} />
        </span>
      )}
    </span>
  );
}

/** The title of a choice in a list, which shows plain text on one line. */
function cutChoice(title: string): string {
  const line = visibleLine(title);
  return line.length <= MAX_LABEL_CHARACTERS ? line : `${startOf(line, MAX_LABEL_CHARACTERS)}…`;
}

/** A value with what cannot be seen of it spelled out; undefined when all of it can. An input shows it as it is. */
function hiddenText(value: ElicitationValue | undefined): string | undefined {
  if (typeof value !== 'string') return undefined;
  const visible = visibleText(value);
  return visible === value ? undefined : startOf(visible, MAX_DESCRIPTION_CHARACTERS);
}
