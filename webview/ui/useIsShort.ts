// Whether the panel is low, as in a small window, beside other views or at a high zoom.
import { useSyncExternalStore } from 'react';

const SHORT = '(max-height: 600px)';

function subscribe(listener: () => void): () => void {
  const query = matchMedia(SHORT);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

export function useIsShort(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(SHORT).matches);
}
