// Which messages of the panel a feature handles: without the feature nobody does. The kernel handles all others.
import type { PanelMessage } from './panelMessage.ts';

/** The names of features by the types of their messages. */
export const featureOfMessage = {
  add_agent: 'addAgent',
  cancel_install: 'addAgent',
  find_agents: 'addAgent',
  changes_action: 'changes',
  rewind_preview: 'changes',
  rewind_diff: 'changes',
  redo: 'changes',
  send_review: 'changes',
  skip_checkpoint: 'changes',
  compose_in_editor: 'compose',
  end_compose: 'compose',
  entry_text: 'accessibility',
  elicitation_accept: 'elicitation',
  elicitation_open: 'elicitation',
  elicitation_refuse: 'elicitation',
  code_action: 'codeBlocks',
  open_as_markdown: 'codeBlocks',
  export_answer: 'codeBlocks',
  open_plan: 'plans',
  limit_action: 'limits',
  show_shortcuts: 'shortcuts',
  system: 'shortcuts',
  sign_in: 'signIn',
  sign_in_action: 'signIn',
} as const satisfies Partial<Record<PanelMessage['type'], string>>;

export type FeatureMessageType = keyof typeof featureOfMessage;

/** The types of the messages of a feature. */
export type MessageTypeOf<Name extends string> = {
  [Type in FeatureMessageType]: (typeof featureOfMessage)[Type] extends Name ? Type : never;
}[FeatureMessageType];
