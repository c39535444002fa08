// Moves the focus into the composer's input: for the rest of the panel, for the host, and where it would be lost.
import { useLayoutEffect, useState } from 'react';
import { useRequest } from '../../state/useRequest.ts';
import { useComposer } from '../composerContext.tsx';
import { focusCameFirst, focusIsInComposer } from './composerFocus.ts';
import { useFocusFallback } from './useFocusFallback.ts';

/** To be used where the input is a child: it is there then. */
export function useComposerFocus(): void {
  const composer = useComposer();
  // The focus stays in the composer when another session is shown, and begins there when the panel is opened.
  const [takesFocus] = useState(() => focusIsInComposer() || focusCameFirst());
  useLayoutEffect(() => {
    if (takesFocus) composer.focus();
  }, [composer, takesFocus]);
  // After the input is attached: a request may have come before the first rendering.
  useRequest(['focus_composer'], ({ text }) => composer.addText(text ?? ''));
  useFocusFallback();
}
