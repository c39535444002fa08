// A popover beside its button. It stays inside the panel and returns the focus when it closes.
import './popover.css';
import {
  autoUpdate,
  flip,
  FloatingFocusManager,
  FloatingNode,
  FloatingPortal,
  FloatingTree,
  offset,
  shift,
  size,
  useDismiss,
  useFloating,
  useFloatingNodeId,
  useInteractions,
  type Placement,
} from '@floating-ui/react';
import type { KeyboardEvent, KeyboardEventHandler, ReactNode } from 'react';

/** Between a popover and the edge of the panel. */
const MARGIN_PX = 8;

/** Wraps everything that has popovers, so that a popover knows those inside it. */
export function PopoverTree({ children }: { readonly children: ReactNode }) {
  return <FloatingTree>{children}</FloatingTree>;
}

export interface PopoverProps {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  /** What it opens beside. Spread the properties into the button. */
  readonly trigger: (properties: TriggerProperties) => ReactNode;
  /** Its name for a screen reader. */
  readonly label: string;
  readonly placement?: Placement;
  readonly testId?: string;
  readonly children: ReactNode;
}

export interface TriggerProperties {
  readonly ref: (element: HTMLElement | null) => void;
  readonly 'aria-haspopup': 'dialog';
  readonly 'aria-expanded': boolean;
  readonly onKeyDown?: KeyboardEventHandler;
}

export function Popover(props: PopoverProps) {
  const { isOpen, onOpenChange, trigger, label, placement = 'top-start', testId, children } = props;
  // A popover knows those that were opened inside it: a click there is no click outside.
  const nodeId = useFloatingNodeId();
  const { refs, floatingStyles, context } = useFloating({
    nodeId,
    open: isOpen,
    onOpenChange,
    placement,
    whileElementsMounted: autoUpdate,
    middleware: [
      offset(4),
      flip({ padding: MARGIN_PX }),
      shift({ padding: MARGIN_PX }),
      size({
        padding: MARGIN_PX,
        apply({ availableHeight, availableWidth, elements }) {
          elements.floating.style.maxHeight = `${Math.max(120, availableHeight)}px`;
          elements.floating.style.maxWidth = `${availableWidth}px`;
        },
      }),
    ],
  });
  const { getFloatingProps } = useInteractions([useDismiss(context, { escapeKey: false })]);
  // The innermost thing closes first: the panel's own Escape must not see the key.
  const closeOnEscape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    onOpenChange(false);
  };
  return (
    <FloatingNode id={nodeId}>
      {trigger({
        ref: refs.setReference,
        'aria-haspopup': 'dialog',
        'aria-expanded': isOpen,
        // The focus may have gone back to the button while the rest stays open.
        ...(isOpen ? { onKeyDown: closeOnEscape } : {}),
      })}
      {isOpen && (
        <FloatingPortal>
          <FloatingFocusManager context={context} modal={false}>
            <div
              className="column popover"
              role="dialog"
              aria-label={label}
              ref={refs.setFloating}
              style={floatingStyles}
              {...(testId === undefined ? {} : { 'data-testid': testId })}
              {...getFloatingProps({ onKeyDown: closeOnEscape })}
            >
              {children}
            </div>
          </FloatingFocusManager>
        </FloatingPortal>
      )}
    </FloatingNode>
  );
}
