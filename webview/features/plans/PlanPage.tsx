// A plan among the editors: rendered, with comments on its lines, and with the answers that the agent offers.
import './plans.css';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { MAX_PLAN_COMMENTS, type PlanComment } from '../../../src/features/plans/core/planComments.ts';
import {
  planHostMessage,
  type PlanHostMessage,
  type PlanPageMessage,
  type PlanState,
  type StoredPlan,
} from '../../../src/features/plans/core/planPage.ts';
import { renderersOf } from '../../panel/content/renderers.ts';
import type { PanelFeature } from '../../panel/state/panelFeature.ts';
import { useHostMessages } from '../../panel/state/useHostMessages.ts';
import type { VsCodeApi } from '../../panel/state/vscodeApi.ts';
import { PlanActions } from './PlanActions.tsx';
import { CommentForm, CommentList } from './PlanComments.tsx';
import { PlanText } from './PlanText.tsx';
import { planPageStrings } from './planPageStrings.ts';
import { commentOf, draftComment, isSameDraft, movedDraft, type DraftComment } from './draftComment.ts';
import { planUnits } from './planUnits.ts';

const storedState = z.object({ draft: z.optional(draftComment) });

const NONE: readonly PlanComment[] = [];

/** A longer plan is not stored with each letter of a comment: after a reload its session may have it. */
const MAX_STORED_CHARACTERS = 200_000;

export interface PlanPageProps {
  readonly api: VsCodeApi;
  /** Those that render inside a text. */
  readonly features: readonly PanelFeature[];
}

export function PlanPage({ api, features }: PlanPageProps) {
  const [text, setText] = useState<string>();
  const [state, setState] = useState<PlanState>();
  const [draft, setDraft] = useState(() => storedState.safeParse(api.getState()).data?.draft);
  const receive = useCallback((message: PlanHostMessage) => {
    if (message.type === 'text') {
      setText(message.text);
      setDraft((written) => written && movedDraft(written, message.text));
    } else setState(message);
  }, []);
  useHostMessages(api, planHostMessage, receive);
  useStored(api, text, state, draft);
  const post = useCallback((message: PlanPageMessage) => api.postMessage(message), [api]);
  const units = useMemo(() => planUnits('plan', text ?? ''), [text]);
  const shown = state?.comments ?? NONE;
  /** The host reports a comment that is too many: it stays in its form. Returns whether it was saved. */
  const save = useCallback(
    (comment: PlanComment): boolean => {
      post({ type: 'comment', comment });
      const isSaved = shown.length < MAX_PLAN_COMMENTS || shown.some(({ id }) => id === comment.id);
      if (isSaved) setDraft(undefined);
      return isSaved;
    },
    [post, shown],
  );
  const remove = useCallback(
    (comment: PlanComment) => post({ type: 'comment', comment: { ...comment, text: '' } }),
    [post],
  );
  const written = useRef(draft);
  useEffect(() => {
    written.current = draft;
  }, [draft]);
  // What is being written is not lost to the next comment, nor to those that are sent.
  const saveWritten = useCallback((): boolean => {
    if (written.current === undefined || written.current.text.trim() === '') return true;
    return save(commentOf(written.current));
  }, [save]);
  const start = useCallback(
    (started: DraftComment) => {
      if (written.current !== undefined && isSameDraft(written.current, started)) return;
      if (saveWritten()) setDraft(started);
    },
    [saveWritten],
  );
  const act = useCallback(
    (message: PlanPageMessage) => {
      if (message.type === 'send') saveWritten();
      post(message);
    },
    [post, saveWritten],
  );
  if (text === undefined || state === undefined) return null;
  const ofPlan = state.comments.filter(({ start }) => start === 0);
  const { problem } = state;
  return (
    <main className="plan-page" data-testid="plan-document" data-state={state.state}>
      <PlanActions state={state} post={act} />
      <div className="plan-body">
        {problem !== undefined && <p role="alert">{problem}</p>}
        {units.length === 0 && problem === undefined && <p className="dim">{planPageStrings.emptyPlan()}</p>}
        <PlanText
          units={units}
          comments={state.comments}
          draft={draft}
          onStart={start}
          onDraft={setDraft}
          onSave={save}
          onRemove={remove}
          renderers={renderersOf(features)}
          post={post}
        />
        <section className="plan-whole" aria-label={planPageStrings.wholePlan()}>
          <CommentList
            comments={ofPlan}
            draft={draft}
            onStart={start}
            onDraft={setDraft}
            onSave={save}
            onRemove={remove}
          />
          {draft !== undefined && draft.start === 0 && draft.id === undefined ? (
            <CommentForm draft={draft} onDraft={setDraft} onSave={save} />
          ) : (
            <button
              type="button"
              className="plan-comment-whole"
              onClick={() => start({ start: 0, end: 0, quote: '', text: '' })}
            >
              {planPageStrings.commentOnPlan()}
            </button>
          )}
        </section>
      </div>
    </main>
  );
}

/** Stores the comment that is being written, which a tab in the background would lose, and the plan for a reload. */
function useStored(
  api: VsCodeApi,
  text: string | undefined,
  state: PlanState | undefined,
  draft: DraftComment | undefined,
): void {
  useEffect(() => {
    if (text === undefined || state === undefined) return;
    const { key, entryId, state: became, comments } = state;
    const plan: StoredPlan = {
      key,
      state: became,
      comments,
      ...(entryId === undefined ? {} : { entryId }),
      ...(text.length > MAX_STORED_CHARACTERS ? {} : { text }),
    };
    api.setState({ draft, plan });
  }, [api, text, state, draft]);
}
