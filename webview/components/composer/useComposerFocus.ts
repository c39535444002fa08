// Moves the focus into the composer's input: for the rest of the panel, for the host, and where it would be lost.
import { useEffect, useLayoutEffect, useState, type RefObject } from 'react';
import { usePanelServices, useView } from '../../panelContext.tsx';
import { useComposer } from './composerContext.tsx';
import { focusCameFirst, focusIsInComposer } from './composerFocus.ts';
import { useFocusFallback } from './useFocusFallback.ts';

export function useComposerFocus(input: RefObject<HTMLTextAreaElement | null>): void {
  const composer = useComposer();
  useLayoutEffect(
    () =>
      composer.attachInput(() => {
        const element = input.current;
        element?.focus();
        element?.setSelectionRange(element.value.length, element.value.length);
      }),
    [composer, input],
  );
  // The focus stays in the composer when another session is shown, and begins there when the panel is opened.
  const [takesFocus] = useState(() => focusIsInComposer() || focusCameFirst());
  useLayoutEffect(() => {
    if (takesFocus) composer.focus();
  }, [composer, takesFocus]);
  // After the input is attached: a request may have come before the first rendering.
  useFocusRequests();
  useFocusFallback();
}

/** The host requests focus and may add text; each request is carried out once. */
function useFocusRequests(): void {
  const { store } = usePanelServices();
  const composer = useComposer();
  const request = useView((view) => view.focusRequest);
  useEffect(() => {
    if (request === undefined) return;
    store.forgetFocusRequest();
    composer.addText(request.text);
  }, [store, composer, request]);
}
