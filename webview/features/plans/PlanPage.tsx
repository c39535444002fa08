// A plan among the editors: rendered, with comments on its lines, and with the answers that the agent offers.
import './plans.css';
import { useCallback, useMemo, useState } from 'react';
import * as z from 'zod/mini';
import type { PlanComment } from '../../../src/features/plans/core/planComments.ts';
import {
  planHostMessage,
  type PlanHostMessage,
  type PlanPageMessage,
  type PlanState,
} from '../../../src/features/plans/core/planPage.ts';
import { useHostMessages } from '../../panel/state/useHostMessages.ts';
import type { VsCodeApi } from '../../panel/state/vscodeApi.ts';
import { PlanActions } from './PlanActions.tsx';
import { CommentForm, CommentList } from './PlanComments.tsx';
import { PlanText } from './PlanText.tsx';
import { planPageStrings } from './planPageStrings.ts';
import { draftComment, type DraftComment } from './draftComment.ts';
import { planUnits } from './planUnits.ts';

const storedState = z.object({ draft: z.optional(draftComment) });

export function PlanPage({ api }: { readonly api: VsCodeApi }) {
  const [text, setText] = useState<string>();
  const [state, setState] = useState<PlanState>();
  const [draft, setDraft] = useDraft(api);
  const receive = useCallback((message: PlanHostMessage) => {
    if (message.type === 'text') setText(message.text);
    else setState(message);
  }, []);
  useHostMessages(api, planHostMessage, receive);
  const post = useCallback((message: PlanPageMessage) => api.postMessage(message), [api]);
  const units = useMemo(() => planUnits('plan', text ?? ''), [text]);
  const save = useCallback(
    (comment: PlanComment) => {
      post({ type: 'comment', comment });
      setDraft(undefined);
    },
    [post, setDraft],
  );
  const remove = useCallback(
    (comment: PlanComment) => post({ type: 'comment', comment: { ...comment, text: '' } }),
    [post],
  );
  if (text === undefined || state === undefined) return null;
  const ofPlan = state.comments.filter(({ start }) => start === 0);
  const { problem } = state;
  return (
    <main className="plan-page" data-testid="plan-document" data-state={state.state}>
      <PlanActions state={state} post={post} />
      <div className="plan-body">
        {problem !== undefined && <p role="alert">{problem}</p>}
        {units.length === 0 && problem === undefined && <p className="dim">{planPageStrings.emptyPlan()}</p>}
        <PlanText
          units={units}
          comments={state.comments}
          draft={draft}
          onDraft={setDraft}
          onSave={save}
          onRemove={remove}
          post={post}
        />
        <section className="plan-whole" aria-label={planPageStrings.wholePlan()}>
          <CommentList comments={ofPlan} draft={draft} onDraft={setDraft} onSave={save} onRemove={remove} />
          {draft !== undefined && draft.start === 0 && draft.id === undefined ? (
            <CommentForm draft={draft} onDraft={setDraft} onSave={save} />
          ) : (
            <button
              type="button"
              className="plan-comment-whole"
              onClick={() => setDraft({ start: 0, end: 0, quote: '', text: '' })}
            >
              {planPageStrings.commentOnPlan()}
            </button>
          )}
        </section>
      </div>
    </main>
  );
}

/** The comment that is being written, which a tab in the background would lose. */
function useDraft(api: VsCodeApi): [DraftComment | undefined, (draft: DraftComment | undefined) => void] {
  const [draft, setDraft] = useState(() => storedState.safeParse(api.getState()).data?.draft);
  const set = useCallback(
    (changed: DraftComment | undefined) => {
      setDraft(changed);
      api.setState({ draft: changed });
    },
    [api],
  );
  return [draft, set];
}
