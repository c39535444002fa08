// The icons of states and severities, each with its name for screen readers.
import type { Capability, Severity, StepState } from '../../../src/features/agentCheck/core/checkReport.ts';
import { checkPageStrings as strings } from './checkPageStrings.ts';

interface StateIcon {
  readonly icon: string;
  readonly label: () => string;
}

export const SEVERITY_ICONS: Readonly<Record<Severity, StateIcon>> = {
  info: { icon: 'info', label: strings.info },
  warning: { icon: 'warning', label: strings.warning },
  error: { icon: 'error', label: strings.error },
};

export const STEP_ICONS: Readonly<Record<StepState, StateIcon>> = {
  waiting: { icon: 'circle-outline', label: strings.waiting },
  running: { icon: 'loading', label: strings.running },
  done: { icon: 'pass', label: strings.done },
  warning: { icon: 'warning', label: strings.warning },
  failed: { icon: 'error', label: strings.failed },
  skipped: { icon: 'circle-slash', label: strings.skipped },
};

export const CAPABILITY_ICONS: Readonly<Record<Capability['state'], StateIcon>> = {
  yes: { icon: 'pass', label: strings.yes },
  partly: { icon: 'circle-large', label: strings.partly },
  no: { icon: 'circle-slash', label: strings.no },
};
