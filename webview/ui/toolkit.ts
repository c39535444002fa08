// Registers the elements of the webview UI toolkit that the panel uses, and their types for JSX.
import { provideVSCodeDesignSystem, vsCodeButton, vsCodeProgressRing } from '@vscode/webview-ui-toolkit';
import type { HTMLAttributes, Ref } from 'react';

/** The attributes of a toolkit element. Its React wrappers are not used: React 19 renders custom elements. */
interface ToolkitAttributes extends HTMLAttributes<HTMLElement> {
  readonly ref?: Ref<HTMLElement>;
  readonly class?: string | undefined;
  readonly 'data-testid'?: string | undefined;
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'vscode-button': ToolkitAttributes & {
        readonly appearance?: 'primary' | 'secondary' | 'icon';
        readonly disabled?: boolean;
      };
      'vscode-progress-ring': ToolkitAttributes;
    }
  }
}

/** Defines the custom elements. Call once. They have the colors of the theme, and follow it, once the page is loaded. */
export function registerToolkit(): void {
  provideVSCodeDesignSystem().register(vsCodeButton(), vsCodeProgressRing());
}
