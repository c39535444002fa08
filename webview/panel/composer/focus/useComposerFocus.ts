// Moves the focus into the composer's input: for the rest of the panel, for the host, and where it would be lost.
import { useLayoutEffect, useState } from 'react';
import { useRequest } from '../../state/useRequest.ts';
import type { TypedAhead } from '../../../ui/typedAhead.ts';
import { useComposer } from '../composerContext.tsx';
import type { ComposerDraft } from '../composerDraft.ts';
import { focusCameFirst, focusIsInComposer } from './composerFocus.ts';
import { useFocusFallback } from './useFocusFallback.ts';

/** To be used where the input is a child: it is there then. `typedAhead`: what was typed while this session was opened. */
export function useComposerFocus(typedAhead: TypedAhead): void {
  const composer = useComposer();
  // The focus stays in the composer when another session is shown, and begins there when the panel is opened.
  const [takesFocus] = useState(() => focusIsInComposer() || focusCameFirst());
  useLayoutEffect(() => {
    if (takesFocus) composer.focus();
    insertTyped(composer, typedAhead);
  }, [composer, takesFocus, typedAhead]);
  // After the input is attached: a request may have come before the first rendering.
  useRequest(['focus_composer'], ({ text }) => {
    composer.addText(text ?? '');
    insertTyped(composer, typedAhead);
  });
  useFocusFallback();
}

function insertTyped(composer: ComposerDraft, typedAhead: TypedAhead): void {
  const typed = typedAhead.take();
  if (typed !== '') composer.insert(typed);
}
