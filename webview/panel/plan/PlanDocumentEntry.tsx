// A plan that is a text, in the transcript: rendered, and only its beginning where it is long.
import './plan.css';
import type { ReactNode } from 'react';
import type { PlanDocument } from '../../../src/core/session/plan/state.ts';
import { Icon } from '../../ui/Icon.tsx';
import { MarkdownText } from '../content/MarkdownText.tsx';
import { Disclosure } from '../disclosure/Disclosure.tsx';
import { OpenPlan } from './OpenPlan.tsx';
import { planStrings } from './planStrings.ts';
import { shownPlanText } from './shownPlanText.ts';

interface PlanDocumentEntryProps {
  readonly id: string;
  readonly document: PlanDocument;
  readonly streaming: boolean;
}

export function PlanDocumentEntry({ id, document, streaming }: PlanDocumentEntryProps) {
  const text = shownPlanText(document);
  return (
    <PlanFold id={id} state={stateOf(document)}>
      <MarkdownText id={id} text={text} streaming={streaming && text.length === document.text.length} />
      {text.length < document.text.length && <p className="dim">…</p>}
      <OpenPlan id={id} />
    </PlanFold>
  );
}

interface PlanFoldProps {
  readonly id: string;
  readonly state: string | undefined;
  readonly children: ReactNode;
}

/** What is shown of a plan below its line, which says what became of it. */
export function PlanFold({ id, state, children }: PlanFoldProps) {
  return (
    <Disclosure
      id={id}
      openAtFirst
      summary={
        <span className="row fill">
          <Icon name="checklist" />
          <span className="fill">{planStrings.plan()}</span>
          {state !== undefined && <span className="dim">{state}</span>}
        </span>
      }
    >
      {children}
    </Disclosure>
  );
}

function stateOf({ isAccepted, isRemoved }: PlanDocument): string | undefined {
  if (isAccepted === true) return planStrings.accepted();
  return isRemoved === true ? planStrings.withdrawn() : undefined;
}
