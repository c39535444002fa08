// The form of an elicitation: defaults are filled in, values are checked while typing, and all are submitted at once.
import { useCallback, useEffect, useMemo, useState, type FormEvent, type ReactNode } from 'react';
import { formProblems, initialValues } from '../../../src/features/elicitation/core/elicitationForm.ts';
import { enteredText } from '../../../src/features/elicitation/core/enteredText.ts';
import type {
  ElicitationRequest,
  ElicitationValue,
  ElicitationValues,
  FilledForm,
  FormQuestion,
} from '../../../src/core/session/elicitation/state.ts';
import { usePost, useSession, useSessionKey } from '../../panel/state/panelContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { useComposer } from '../../panel/composer/composerContext.tsx';
import { CutText } from '../../panel/content/CutText.tsx';
import { FieldControl } from './FieldControl.tsx';
import { elicitationStrings } from './elicitationStrings.ts';

/** The length of what stands above the fields; the rest is shown on request. */
const MAX_TITLE_CHARACTERS = 200;
const MAX_DESCRIPTION_CHARACTERS = 600;

export interface ElicitationFormProps {
  readonly request: ElicitationRequest;
  readonly question: FormQuestion;
  /** What was entered before; undefined where nothing was. */
  readonly filled: ElicitationValues | undefined;
  readonly onFill: (form: FilledForm) => void;
  /** Forgets what was entered; only where nobody waits for it any more. */
  readonly dismiss: (() => void) | undefined;
  /** The buttons beside Submit. */
  readonly children: ReactNode;
}

export function ElicitationForm({
  request,
  question,
  filled,
  onFill,
  dismiss,
  children,
}: ElicitationFormProps) {
  const post = usePost();
  const key = useSessionKey();
  const { requestId, at, problems } = request;
  const { fields, title, description } = question;
  const isOver = dismiss !== undefined;
  const [values, setValues] = useState(() => filled ?? initialValues(fields));
  const [reported, setReported] = useState(values);
  useEffect(() => {
    if (values === reported) return;
    setReported(values);
    onFill({ requestId, at, question, values });
  }, [onFill, requestId, at, question, values, reported]);
  /** Fields whose problems are shown: those that were changed, and all after an attempt to submit. */
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const found = useMemo(() => formProblems(fields, values), [fields, values]);

  // A stable function: a form may have a thousand fields, of which one changes.
  const change = useCallback((field: string, value: ElicitationValue | undefined): void => {
    setValues(({ [field]: _old, ...others }) =>
      value === undefined ? others : { ...others, [field]: value },
    );
    setTouched((before) => (before.has(field) ? before : new Set(before).add(field)));
  }, []);
  const trySubmit = (): void => {
    if (isOver) return;
    setTouched(new Set(fields.map((field) => field.key)));
    if (Object.keys(found).length === 0) post({ type: 'elicitation_accept', key, requestId, values });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    trySubmit();
  };
  return (
    <div className="elicitation-form">
      <form noValidate onSubmit={submit}>
        {title !== undefined && (
          <h2>
            <CutText id={`${requestId}:title`} text={title} maxCharacters={MAX_TITLE_CHARACTERS} />
          </h2>
        )}
        {description !== undefined && (
          <div className="dim elicitation-hint">
            <CutText
              id={`${requestId}:description`}
              text={description}
              maxCharacters={MAX_DESCRIPTION_CHARACTERS}
            />
          </div>
        )}
        <div className="column elicitation-fields">
          {fields.map((field) => (
            <FieldControl
              key={field.key}
              requestId={requestId}
              field={field}
              value={values[field.key]}
              problem={
                isOver
                  ? undefined
                  : ((touched.has(field.key) ? found[field.key] : undefined) ?? problems[field.key])
              }
              onChange={change}
            />
          ))}
        </div>
        {/* Enter in a field sends a form only where it has a button of this type, which the toolkit's are not. */}
        <button type="submit" hidden />
      </form>
      {/* Not in the form: there Enter on any of the toolkit's buttons would send it. */}
      <div className="row elicitation-actions">
        {isOver ? (
          <EnteredActions text={enteredText(question, values)} dismiss={dismiss} />
        ) : (
          <>
            <Button appearance="primary" data-action="accept" onClick={trySubmit}>
              {elicitationStrings.submit()}
            </Button>
            {children}
          </>
        )}
      </div>
    </div>
  );
}

interface EnteredActionsProps {
  readonly text: string;
  readonly dismiss: () => void;
}

/** What can be done with an answer that nobody waits for. */
function EnteredActions({ text, dismiss }: EnteredActionsProps) {
  const post = usePost();
  const composer = useComposer();
  const isReadOnly = useSession(({ readOnly }) => readOnly !== undefined);
  const addToPrompt = (): void => {
    composer.addText(text);
    dismiss();
  };
  return (
    <>
      {!isReadOnly && (
        <Button data-action="add-to-prompt" onClick={addToPrompt}>
          {elicitationStrings.addToPrompt()}
        </Button>
      )}
      <Button data-action="copy" onClick={() => post({ type: 'copy', text })}>
        {elicitationStrings.copy()}
      </Button>
      <Button data-action="dismiss" title={elicitationStrings.discardHint()} onClick={dismiss}>
        {elicitationStrings.dismiss()}
      </Button>
    </>
  );
}
