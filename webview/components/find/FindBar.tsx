// The bar with which one finds text in the chat, as in an editor: a field, which hit it is, back, on and close.
import './find.css';
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { IconButton } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { useFind, useFindView } from './findContext.tsx';
import type { FindView } from './findModel.ts';

/** Milliseconds of rest before the number of hits is said: a screen reader says what was typed first. */
const SAY_AFTER = 400;

export function FindBar() {
  const isOpen = useFindView((view) => view.isOpen);
  return isOpen ? <OpenBar /> : null;
}

function OpenBar() {
  const model = useFind();
  const view = useFindView((whole) => whole);
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => model.makeRoom(), [model]);
  const { query, count, index, focusAsked } = view;
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [focusAsked]);
  const isNowhere = count === 0 && query.text !== '';
  const hasHits = count !== undefined && count > 0;
  return (
    <div
      className="find-bar"
      role="search"
      aria-label="Find in chat"
      data-testid="find-bar"
      onKeyDown={onKeyDown}
    >
      <div className="find-field" data-nowhere={isNowhere}>
        <input
          ref={field}
          type="text"
          className="find-input"
          data-testid="find-input"
          placeholder="Find"
          aria-label="Find"
          spellCheck={false}
          autoComplete="off"
          value={query.text}
          onChange={({ target }) => model.setText(target.value)}
        />
        <button
          type="button"
          className="find-toggle"
          data-testid="find-match-case"
          title="Match Case (Alt+C)"
          aria-label="Match Case"
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
          label="Previous Match (Shift+Enter)"
          data-testid="find-previous"
          disabled={!hasHits}
          onClick={() => model.step(-1)}
        />
        <IconButton
          icon="arrow-down"
          label="Next Match (Enter)"
          data-testid="find-next"
          disabled={!hasHits}
          onClick={() => model.step(1)}
        />
        <IconButton
          icon="close"
          label="Close (Escape)"
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

/** Says what a look at the bar tells, and what stands around the hit. That more is found as text comes in is no news. */
function Status({ view }: { readonly view: FindView }) {
  const { query, count, index } = view;
  const [said, say] = useState('');
  const words = useRef('');
  words.current = statusLabel(view);
  const hasHits = count === undefined ? undefined : count > 0;
  useEffect(() => {
    const timer = setTimeout(() => say(words.current), SAY_AFTER);
    return () => clearTimeout(timer);
  }, [query, hasHits, index]);
  return (
    <span className="visually-hidden" role="status" data-testid="find-status">
      {said}
    </span>
  );
}

/** “3 of 17”; nothing before something is looked for. */
function countLabel(text: string, count: number | undefined, index: number | undefined): string {
  if (text === '' || count === undefined) return '';
  if (count === 0) return 'No results';
  return `${index === undefined ? '?' : (index + 1).toLocaleString()} of ${count.toLocaleString()}`;
}

function statusLabel({ query: { text }, count, index, excerpt }: FindView): string {
  if (text === '' || count === undefined) return '';
  if (count === 0) return `No results for ${text}`;
  return index === undefined ? `${count} results for ${text}` : `${index + 1} of ${count}: ${excerpt}`;
}
