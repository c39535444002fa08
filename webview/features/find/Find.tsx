// Finds in one session: creates the model, and carries out the keys of the panel and the requests of the host.
import { useEffect, useLayoutEffect, useState } from 'react';
import { useShownTranscript } from '../../panel/transcript/shownTranscript.tsx';
import { usePanelServices, useSessionKey } from '../../panel/state/panelContext.tsx';
import { useRequest } from '../../panel/state/useRequest.ts';
import { TypedAhead, withCommandKey } from '../../ui/typedAhead.ts';
import { FindBar } from './FindBar.tsx';
import { FindProvider } from './findContext.tsx';
import { FindModel } from './findModel.ts';

export function Find() {
  const { store, viewState } = usePanelServices();
  const transcript = useShownTranscript();
  const [model] = useState(() => new FindModel({ store, viewState }));
  const [typedAhead] = useState(() => new TypedAhead(withCommandKey('f')));
  const key = useSessionKey();
  useEffect(() => typedAhead.listen(window), [typedAhead]);
  useLayoutEffect(() => transcript.use((target) => model.attach(target)), [transcript, model]);
  useRequest(
    ['find'],
    (request) => model.open(request),
    (request) => request.key === undefined || request.key === key,
  );
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => handleFindKey(event, model);
    // After what is inside of the panel, before what listens on its window.
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [model]);
  useEffect(() => () => model.dispose(), [model]);
  return (
    <FindProvider value={model}>
      <FindBar typedAhead={typedAhead} />
    </FindProvider>
  );
}

/**
 * The keys that work wherever the focus is in the panel: F3 and, on macOS, Cmd+G go to the next hit, with Shift to the
 * previous; Escape closes the bar unless handled inside.
 */
function handleFindKey(event: KeyboardEvent, find: FindModel): void {
  const { key, shiftKey, metaKey, ctrlKey, altKey, isComposing } = event;
  if (event.defaultPrevented || isComposing || ctrlKey || altKey) return;
  if ((key === 'F3' && !metaKey) || (metaKey && key.toLowerCase() === 'g')) find.step(shiftKey ? -1 : 1);
  else if (key === 'Escape' && find.view.isOpen) find.close(false);
  else return;
  event.preventDefault();
}
