// A short label in a badge. The toolkit's badge has a style attribute, which the content security policy forbids.
import './badge.css';
import type { ReactNode } from 'react';

export function Badge({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <span className="badge" title={title}>
      {children}
    </span>
  );
}
