// The find bar: a field, the position among the matches, previous, next and close, as in an editor.
import './find.css';
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { IconButton } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { useFind, useFindView } from './findContext.tsx';
import type { FindView } from './findModel.ts';
import { findStrings } from './findStrings.ts';
import type { TypedAhead } from '../../ui/typedAhead.ts';

/** Idle delay before the number of matches is announced: a screen reader speaks what was typed first. */
const ANNOUNCEMENT_DELAY_MS = 400;

interface FindBarProps {
  readonly typedAhead: TypedAhead;
}

export function FindBar({ typedAhead }: FindBarProps) {
  const isOpen = useFindView((view) => view.isOpen);
  return isOpen ? <OpenBar typedAhead={typedAhead} /> : null;
}

function OpenBar({ typedAhead }: FindBarProps) {
  const model = useFind();
  const view = useFindView((whole) => whole);
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => model.makeRoom(), [model]);
  const { query, count, index, focusAsked } = view;
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
    const typed = typedAhead.take();
    if (typed !== '') model.setText(typed);
  }, [focusAsked, model, typedAhead]);
  const isNowhere = count === 0 && query.text !== '';
  const hasHits = count !== undefined && count > 0;
  return (
    <div
      className="centered-row find-bar"
      role="search"
      aria-label={findStrings.findInChat()}
      data-testid="find-bar"
      onKeyDown={onKeyDown}
    >
      <div className="centered-row fill find-field" data-nowhere={isNowhere}>
        <input
          ref={field}
          type="text"
          className="fill find-input"
          data-testid="find-input"
          placeholder={findStrings.find()}
          aria-label={findStrings.find()}
          spellCheck={false}
          autoComplete="off"
          value={query.text}
          onChange={({ target }) => model.setText(target.value)}
        />
        <button
          type="button"
          className="find-toggle"
          data-testid="find-match-case"
          title={findStrings.withKey(findStrings.matchCase(), 'Alt+C')}
          aria-label={findStrings.matchCase()}
          aria-pressed={query.matchCase}
          onClick={() => model.toggleMatchCase()}
        >
          <Icon name="case-sensitive" />
        </button>
      </div>
      <span className="find-count" data-testid="find-count" data-nowhere={isNowhere} aria-hidden="true">
        {countLabel(query.text, count, index)}
      </span>
      <Status view={view} />
      <span className="find-buttons">
        <IconButton
          icon="arrow-up"
          label={findStrings.withKey(findStrings.previousMatch(), 'Shift+Enter')}
          data-testid="find-previous"
          disabled={!hasHits}
          onClick={() => model.step(-1)}
        />
        <IconButton
          icon="arrow-down"
          label={findStrings.withKey(findStrings.nextMatch(), 'Enter')}
          data-testid="find-next"
          disabled={!hasHits}
          onClick={() => model.step(1)}
        />
        <IconButton
          icon="close"
          label={findStrings.withKey(findStrings.close(), 'Escape')}
          data-testid="find-close"
          onClick={() => model.close(true)}
        />
      </span>
    </div>
  );

  function onKeyDown(event: KeyboardEvent): void {
    const { key, shiftKey, altKey, ctrlKey, metaKey, nativeEvent, target } = event;
    if (nativeEvent.isComposing) return;
    const isPlain = !altKey && !ctrlKey && !metaKey;
    if (key === 'Enter' && isPlain && target === field.current) model.step(shiftKey ? -1 : 1);
    else if (key === 'Escape' && isPlain) model.close(true);
    // On macOS, Alt makes another letter of the key.
    else if (altKey && nativeEvent.code === 'KeyC' && !ctrlKey && !shiftKey) model.toggleMatchCase();
    else return;
    event.preventDefault();
  }
}

/** Announces the position and the text around the match. More matches in streaming text are not announced. */
function Status({ view }: { readonly view: FindView }) {
  const { query, count, index } = view;
  const [announced, announce] = useState('');
  const latest = useRef('');
  latest.current = statusLabel(view);
  const hasHits = count === undefined ? undefined : count > 0;
  useEffect(() => {
    const timer = setTimeout(() => announce(latest.current), ANNOUNCEMENT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [query, hasHits, index]);
  return (
    <span className="visually-hidden" role="status" data-testid="find-status">
      {announced}
    </span>
  );
}

/** “3 of 17”; empty while nothing is searched for. */
function countLabel(text: string, count: number | undefined, index: number | undefined): string {
  if (text === '' || count === undefined) return '';
  return count === 0 ? findStrings.noResults() : findStrings.position(index, count);
}

function statusLabel({ query: { text }, count, index, excerpt }: FindView): string {
  if (text === '' || count === undefined) return '';
  if (count === 0) return findStrings.noResultsFor(text);
  return index === undefined
    ? findStrings.resultsFor(count, text)
    : findStrings.positionWithExcerpt(index, count, excerpt);
}
