// The first question of the agent that waits for the user, and what was typed for those that wait no more.
import { useCallback, useEffect, useState } from 'react';
import { changedPart, holdsTyped } from '../../../src/features/elicitation/core/enteredText.ts';
import { elicitationId, filledForm, type FilledForm } from '../../../src/core/session/elicitation/state.ts';
import { startOf } from '../../../src/core/text/wholeCharacters.ts';
import { usePanelServices, useSession, useSessionKey } from '../../panel/state/panelContext.tsx';
import { ElicitationCard } from './ElicitationCard.tsx';

/** The length of the text with which an agent asks for a form, as it is stored. */
const MAX_MESSAGE_CHARACTERS = 1_000;

export function PendingElicitation() {
  const open = useSession(({ elicitations }) => elicitations);
  const answered = useSession(({ answeredElicitations }) => answeredElicitations);
  const { forms, fill, end } = useForms();
  const isOpen = (form: FilledForm): boolean =>
    open.some((request) => elicitationId(request) === elicitationId(form));
  // What the user typed stays until they say that it may go: nobody else has it.
  const isLeft = (form: FilledForm): boolean =>
    !isOpen(form) &&
    answered?.includes(elicitationId(form)) !== true &&
    holdsTyped(form.question, form.values);
  useEffect(() => {
    for (const form of forms) if (!isOpen(form) && !isLeft(form)) end(form);
  });
  const cards = [
    ...open.slice(0, 1).map((request) => ({ request, waiting: open.length, dismiss: undefined })),
    ...forms.filter(isLeft).map((form) => ({
      request: { ...form, problems: {}, isOpened: false },
      waiting: 0,
      dismiss: () => end(form),
    })),
  ];
  // In one list, so that the field that the user types into is still the same when nobody waits for it.
  return cards.map(({ request, waiting, dismiss }) => (
    <ElicitationCard
      key={elicitationId(request)}
      request={request}
      waiting={waiting}
      filled={forms.find((form) => elicitationId(form) === elicitationId(request))?.values}
      onFill={fill}
      dismiss={dismiss}
    />
  ));
}

/** The forms of the session that the user has filled in, which the host stores: it gets each change at once. */
function useForms() {
  const { store, post } = usePanelServices();
  const key = useSessionKey();
  const [forms, setForms] = useState<readonly FilledForm[]>(() => {
    const draft = store.view.panel?.draft;
    return draft?.key === key ? (draft.forms ?? []) : [];
  });
  const fill = useCallback(
    (form: FilledForm): void => {
      const id = elicitationId(form);
      setForms((known) => {
        const index = known.findIndex((each) => elicitationId(each) === id);
        return index === -1 ? [...known, form] : known.with(index, form);
      });
      post({ type: 'form', key, form: storedForm(form) });
    },
    [post, key],
  );
  const end = useCallback(
    (form: FilledForm): void => {
      setForms((known) => known.filter((each) => elicitationId(each) !== elicitationId(form)));
      post({ type: 'form_end', key, id: elicitationId(form) });
    },
    [post, key],
  );
  return { forms, fill, end };
}

/** The form with what is needed to show it when nobody waits for it. */
function storedForm({ requestId, at, question, values }: FilledForm) {
  const { message, fields } = changedPart(question, values);
  const shown = { mode: 'form', message: startOf(message, MAX_MESSAGE_CHARACTERS), fields };
  return filledForm.parse({ requestId, at, question: shown, values });
}
