// How many lines a change added and removed.
import { numberText } from '../../text/format.ts';

export interface DiffCountsProps {
  readonly added: number;
  readonly removed: number;
}

export function DiffCounts({ added, removed }: DiffCountsProps) {
  return (
    <span className="diff-counts">
      {added > 0 && <span className="diff-added">+{numberText(added)}</span>}
      {removed > 0 && <span className="diff-removed">−{numberText(removed)}</span>}
    </span>
  );
}
