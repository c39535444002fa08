// A short word in a badge.
import type { ReactNode } from 'react';
import './toolkit.ts';

export function Badge({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <vscode-badge class="badge" title={title}>
      {children}
    </vscode-badge>
  );
}
