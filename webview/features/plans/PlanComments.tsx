// The comments on a piece of a plan, and the form in which one is written.
import { useEffect, useId, useRef } from 'react';
import { MAX_COMMENT_CHARACTERS, type PlanComment } from '../../../src/features/plans/core/planComments.ts';
import { oneLine } from '../../../src/core/text/oneLine.ts';
import { visibleStart } from '../../../src/core/text/visibleText.ts';
import { PlainText } from '../../text/PlainText.tsx';
import { Button } from '../../ui/Button.tsx';
import { commentOf, type DraftComment } from './draftComment.ts';
import { planPageStrings } from './planPageStrings.ts';
import type { PlanUnit } from './planUnits.ts';

/** The length of a line in the list of lines, and of what a comment was about. */
const MAX_SHOWN_CHARACTERS = 60;

export interface CommentProps {
  readonly comments: readonly PlanComment[];
  readonly draft: DraftComment | undefined;
  /** Begins a comment, or edits one. */
  readonly onStart: (draft: DraftComment) => void;
  readonly onDraft: (draft: DraftComment | undefined) => void;
  readonly onSave: (comment: PlanComment) => unknown;
  readonly onRemove: (comment: PlanComment) => void;
}

export function CommentList({
  comments,
  draft,
  unit,
  onStart,
  onDraft,
  onSave,
  onRemove,
}: CommentProps & { readonly unit?: PlanUnit }) {
  return comments.map((comment) =>
    comment.id === draft?.id ? (
      <CommentForm key={comment.id} draft={draft} unit={unit} onDraft={onDraft} onSave={onSave} />
    ) : (
      <article key={comment.id} className="plan-comment" data-testid="plan-comment">
        <div className="centered-row plan-comment-head">
          <span className="fill dim">{placeOf(comment)}</span>
          <span className="dim">{planPageStrings.notSent()}</span>
          <button
            type="button"
            className="plan-comment-action"
            onClick={() => {
              const { isOutdated: _byTheHost, ...edited } = comment;
              onStart(edited);
            }}
          >
            {planPageStrings.edit()}
          </button>
          <button type="button" className="plan-comment-action" onClick={() => onRemove(comment)}>
            {planPageStrings.delete()}
          </button>
        </div>
        <div className="preserve-lines" dir="auto">
          <PlainText text={comment.text} />
        </div>
      </article>
    ),
  );
}

function placeOf({ start, end, quote, isOutdated }: PlanComment): string {
  if (start === 0) return planPageStrings.wholePlan();
  return isOutdated === true
    ? planPageStrings.outdated(visibleStart(oneLine(quote), MAX_SHOWN_CHARACTERS))
    : planPageStrings.allLines(start, end);
}

interface CommentFormProps {
  readonly draft: DraftComment;
  /** What it is written about; absent for the whole plan. */
  readonly unit?: PlanUnit | undefined;
  readonly onDraft: CommentProps['onDraft'];
  readonly onSave: CommentProps['onSave'];
}

export function CommentForm({ draft, unit, onDraft, onSave }: CommentFormProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const linesId = useId();
  useEffect(() => field.current?.focus(), []);
  const isEmpty = draft.text.trim() === '';
  const save = (): void => {
    if (!isEmpty) onSave(commentOf(draft));
  };
  return (
    <form
      className="column plan-form"
      data-testid="plan-comment-form"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {unit !== undefined && unit.lines.length > 1 && (
        <div className="centered-row">
          <label htmlFor={linesId}>{planPageStrings.lines()}</label>
          <LineSelect id={linesId} unit={unit} draft={draft} onDraft={onDraft} />
        </div>
      )}
      <textarea
        ref={field}
        rows={3}
        dir="auto"
        maxLength={MAX_COMMENT_CHARACTERS}
        aria-label={planPageStrings.comment()}
        placeholder={planPageStrings.placeholder()}
        value={draft.text}
        onChange={({ target }) => onDraft({ ...draft, text: target.value })}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onDraft(undefined);
          else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
          else return;
          event.preventDefault();
        }}
      />
      <div className="row">
        <Button appearance="primary" data-testid="plan-save-comment" disabled={isEmpty} onClick={save}>
          {draft.id === undefined ? planPageStrings.addComment() : planPageStrings.save()}
        </Button>
        <Button onClick={() => onDraft(undefined)}>{planPageStrings.cancel()}</Button>
      </div>
    </form>
  );
}

interface LineSelectProps {
  readonly id: string;
  readonly unit: PlanUnit;
  readonly draft: DraftComment;
  readonly onDraft: CommentProps['onDraft'];
}

/** All lines of a piece, or one of them. */
function LineSelect({ id, unit: { start, lines }, draft, onDraft }: LineSelectProps) {
  const last = start + lines.length - 1;
  return (
    <select
      id={id}
      className="fill plan-lines"
      value={draft.start === draft.end ? draft.start : 0}
      onChange={({ target }) => {
        const line = Number(target.value);
        const place = line === 0 ? { start, end: last } : { start: line, end: line };
        const quote = lines.slice(place.start - start, place.end - start + 1).join('\n');
        onDraft({ ...draft, ...place, quote });
      }}
    >
      <option value={0}>{planPageStrings.allLines(start, last)}</option>
      {lines.map((line, index) =>
        line.trim() === '' ? null : (
          // A line of the plan, which is known by its place.
          <option key={index} value={start + index}>
            {planPageStrings.lineOf(start + index, visibleStart(line.trim(), MAX_SHOWN_CHARACTERS))}
          </option>
        ),
      )}
    </select>
  );
}
