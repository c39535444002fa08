// The text of the page that checks an agent, besides that of the report.
import * as l10n from '@vscode/l10n';
import type { CheckAction } from '../../../src/features/agentCheck/core/checkReport.ts';

const action: Readonly<Record<CheckAction, () => string>> = {
  run: () => l10n.t('Check Again'),
  cancel: () => l10n.t('Cancel Check'),
  copy: () => l10n.t('Copy Report'),
  'sign-in': () => l10n.t('Sign In'),
  review: () => l10n.t('Review…'),
  restart: () => l10n.t('Restart Agent'),
  'edit-settings': () => l10n.t('Edit Settings'),
  'show-log': () => l10n.t('Show Log'),
  'show-protocol': () => l10n.t('Show Protocol'),
  'add-agent': () => l10n.t('Add Agent…'),
  'other-agent': () => l10n.t('Check Another Agent…'),
  'test-servers': () => l10n.t('Test MCP Servers'),
  'show-servers': () => l10n.t('MCP Servers…'),
};

export const checkPageStrings = {
  action,
  moreActions: () => l10n.t('More Actions'),
  details: () => l10n.t('Details'),
  capability: () => l10n.t('Capability'),
  works: () => l10n.t('Works'),
  meaning: () => l10n.t('Meaning'),
  yes: () => l10n.t('Yes'),
  partly: () => l10n.t('Partly'),
  no: () => l10n.t('No'),
  info: () => l10n.t('Info'),
  warning: () => l10n.t('Warning'),
  error: () => l10n.t('Error'),
  waiting: () => l10n.t('Waiting'),
  running: () => l10n.t('Running'),
  done: () => l10n.t('Done'),
  failed: () => l10n.t('Failed'),
  skipped: () => l10n.t('Skipped'),
};
