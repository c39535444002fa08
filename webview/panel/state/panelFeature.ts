// What a feature shows in the panel. It is loaded with what the first picture does not need.
import type { ComponentType } from 'react';
import type { PermissionRequest } from '../../../src/core/session/permission/state.ts';
import type { Drawing, FormulaProps } from '../../markdown/actions.ts';

export interface PanelFeature {
  readonly name: string;
  /** Shown with the transcript of a session, below it in the order of reading; created anew for each session. */
  readonly Conversation?: ComponentType;
  /** A card above the composer, among those that wait for the user; it renders nothing while it does not apply. */
  readonly Question?: ComponentType;
  /** Shown in a permission request, among its answers; it renders nothing for requests that it is not about. */
  readonly Request?: ComponentType<{ readonly request: PermissionRequest }>;
  /** A card above the composer that informs, below the plan; it renders nothing while it does not apply. */
  readonly Card?: ComponentType;
  /** Shown upon the input of the composer; `send` sends its draft. */
  readonly Input?: ComponentType<{ readonly send: () => void }>;
  /** Shown below the input, before the buttons that send and stop; it renders nothing while there is nothing to show. */
  readonly Indicator?: ComponentType;
  /** Renders formulas in answers, whose source is shown otherwise. */
  readonly Formula?: ComponentType<FormulaProps>;
  /** Draws code blocks of a language in answers. */
  readonly Drawing?: Drawing;
}
