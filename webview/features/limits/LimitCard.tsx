// The card of a limit, which is loaded with the first one that is met.
import './limits.css';
import { useEffect, useState, type ComponentType } from 'react';
import { useSession } from '../../panel/state/panelContext.tsx';
import type { LimitProps } from './Limit.tsx';

let Loaded: ComponentType<LimitProps> | undefined;

export function LimitCard() {
  const limit = useSession((state) => (state.turn === undefined ? state.limit : undefined));
  const isShown = limit !== undefined;
  const [isLoaded, setLoaded] = useState(Loaded !== undefined);
  useEffect(() => {
    if (isLoaded || !isShown) return undefined;
    let isCurrent = true;
    import('./Limit.tsx').then(
      ({ Limit }) => {
        Loaded = Limit;
        if (isCurrent) setLoaded(true);
      },
      // The error in the transcript says it all the same; the next limit tries again.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [isLoaded, isShown]);
  return limit === undefined || Loaded === undefined ? null : <Loaded key={limit.entryId} limit={limit} />;
}
