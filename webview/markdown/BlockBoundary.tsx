// Keeps a block that cannot be drawn from taking the transcript with it.
import { Component, type ReactNode } from 'react';

export interface BlockBoundaryProps {
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

/** Shows `fallback` once drawing `children` has thrown. */
export class BlockBoundary extends Component<BlockBoundaryProps, { readonly failed: boolean }> {
  override readonly state = { failed: false };

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
