// What an extension of a CLI asks, as a form with one field, and what was put into it as the answer to the CLI.
import { stripVTControlCharacters } from 'node:util';
import type { CreateElicitationRequest } from '@agentclientprotocol/sdk';
import * as z from 'zod';

const text = z.string().optional().catch(undefined);

/** What can be chosen: how it is called, and what the CLI gets for it. */
interface Choice {
  readonly label: string;
  readonly answer: unknown;
  readonly description?: string | undefined;
}

const plainOption = z
  .union([z.string(), z.number(), z.boolean()])
  .transform((answer): Choice => ({ label: String(answer), answer }));

/** Some extensions name an option beside its value. */
const namedOption = z
  .looseObject({
    label: text,
    title: text,
    name: text,
    description: text,
    value: z.unknown().optional(),
    id: z.unknown().optional(),
  })
  .transform(({ label, title, name, description, value, id }, context): Choice => {
    const answer = value ?? id ?? label ?? title ?? name;
    const shown = label ?? title ?? name ?? plainOption.safeParse(answer).data?.label;
    if (shown === undefined || answer === undefined) {
      context.addIssue('The option has no name.');
      return z.NEVER;
    }
    return { label: shown, answer, description };
  });

/** `extension_ui_request`, with the fields of all methods. */
export const uiRequest = z.looseObject({
  /** As it came: the answer has the same. */
  id: z.union([z.string(), z.number()]),
  method: z.string().catch(''),
  title: text,
  message: text,
  options: z
    .array(z.union([plainOption, namedOption]))
    .optional()
    .catch(undefined),
  /** oh-my-pi: by the place in `options`. */
  optionDetails: z
    .array(z.looseObject({ description: text }).catch({}))
    .optional()
    .catch(undefined),
  placeholder: text,
  prefill: text,
  /** In milliseconds. */
  timeout: z.number().positive().optional().catch(undefined),
  targetId: z.union([z.string(), z.number()]).transform(String).optional().catch(undefined),
  notifyType: text,
  statusKey: text,
  statusText: text,
  widgetKey: text,
  widgetLines: z.array(z.string()).optional().catch(undefined),
  widgetPlacement: text,
  text: text,
  url: text,
  instructions: text,
});
export type UiRequest = z.output<typeof uiRequest>;

type Form = Extract<CreateElicitationRequest, { mode: 'form' }>['requestedSchema'];

/** The one field of every form. */
export const FIELD = 'value';
const YES = 'yes';
const NO = 'no';

export interface UiQuestion {
  readonly message: string;
  readonly schema: Form;
  readonly meta: Readonly<Record<string, unknown>>;
  /** The fields of the answer to the CLI, from what was put into the form. */
  readonly answerOf: (value: unknown) => object;
}

/** The form of a question; undefined where its kind is unknown or it cannot be answered. */
export function questionOf(request: UiRequest): UiQuestion | undefined {
  const title = plain(request.title).trim();
  const message = plain(request.message).trim();
  const text = (value: unknown): object => ({ value: typeof value === 'string' ? value : '' });
  switch (request.method) {
    case 'select': {
      const { options = [], optionDetails = [] } = request;
      // Neither the CLI nor the user can distinguish equal options.
      const distinct = options.filter(
        ({ label }, index) => options.findIndex((other) => other.label === label) === index,
      );
      const choices = distinct.map((option) => {
        const { label } = option;
        const details = optionDetails[options.indexOf(option)]?.description ?? option.description;
        const description = plain(details).trim();
        return { const: label, title: plain(label) || label, ...(description === '' ? {} : { description }) };
      });
      if (choices.length === 0) return undefined;
      return {
        message: title || 'Choose an option',
        schema: formWith({ type: 'string', title: 'Choice', oneOf: choices }, true),
        meta: {},
        answerOf: (value) => {
          const chosen = distinct.find(({ label }) => label === value);
          return chosen === undefined ? { cancelled: true } : { value: chosen.answer };
        },
      };
    }
    case 'confirm':
      return {
        message: [title, message].filter((part) => part !== '').join('\n\n') || 'Continue?',
        schema: formWith(
          {
            type: 'string',
            title: 'Answer',
            oneOf: [
              { const: YES, title: 'Yes' },
              { const: NO, title: 'No' },
            ],
          },
          true,
        ),
        meta: {},
        answerOf: (value) => ({ confirmed: value === YES }),
      };
    case 'input': {
      const placeholder = plain(request.placeholder).trim();
      return {
        message: title || 'The agent asks for text',
        schema: formWith(
          { type: 'string', title: 'Answer', ...(placeholder === '' ? {} : { description: placeholder }) },
          false,
        ),
        meta: {},
        answerOf: text,
      };
    }
    case 'editor': {
      const { prefill = '' } = request;
      return {
        message: title || 'The agent asks for text',
        schema: formWith(
          { type: 'string', title: 'Text', ...(prefill === '' ? {} : { default: prefill }) },
          false,
        ),
        meta: { 'parley.dev/editor': true },
        answerOf: text,
      };
    }
    default:
      return undefined;
  }
}

function formWith(field: NonNullable<Form['properties']>[string], isRequired: boolean): Form {
  return { type: 'object', properties: { [FIELD]: field }, ...(isRequired ? { required: [FIELD] } : {}) };
}

/** Extensions color their text for a terminal. */
export function plain(text: string | undefined): string {
  return stripVTControlCharacters(text ?? '');
}
