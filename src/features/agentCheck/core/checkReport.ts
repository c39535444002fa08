// What a check of an agent found, as the page shows it: texts in the display language, without secrets.
import * as z from 'zod/mini';
import type { Immutable } from '../../../core/base/immutable.ts';
import { userError } from '../../../core/errors.ts';

/** The steps of a check, in their order. */
export const checkStepId = z.enum(['settings', 'program', 'start', 'initialize', 'session']);
export type CheckStepId = z.infer<typeof checkStepId>;

const stepState = z.enum(['waiting', 'running', 'done', 'warning', 'failed', 'skipped']);
export type StepState = z.infer<typeof stepState>;

const checkStep = z.object({
  id: checkStepId,
  label: z.string(),
  state: stepState,
  /** What came of it. */
  note: z.exactOptional(z.string()),
  durationMs: z.exactOptional(z.number()),
});
export type CheckStep = Immutable<z.infer<typeof checkStep>>;

const checkFact = z.object({ name: z.string(), label: z.string(), value: z.string() });
export type CheckFact = Immutable<z.infer<typeof checkFact>>;

const capability = z.object({
  /** ACP's name of it. */
  name: z.string(),
  label: z.string(),
  /** `partly`: Parley makes up for what the agent cannot do. */
  state: z.enum(['yes', 'no', 'partly']),
  note: z.string(),
});
export type Capability = Immutable<z.infer<typeof capability>>;

const severity = z.enum(['info', 'warning', 'error']);
export type Severity = z.infer<typeof severity>;

const finding = z.object({
  topic: z.enum(['program', 'folder', 'path', 'node', 'proxy', 'environment', 'output', 'remote', 'servers']),
  severity,
  text: z.string(),
});
export type Finding = Immutable<z.infer<typeof finding>>;

const checkedServer = z.object({
  name: z.string(),
  kind: z.enum(['stdio', 'http', 'sse']),
  isPassed: z.boolean(),
  note: z.string(),
  /** What it answered when Parley asked it itself; absent before. */
  answer: z.exactOptional(z.string()),
});
export type CheckedServer = Immutable<z.infer<typeof checkedServer>>;

const signIn = z.object({
  state: z.enum(['ready', 'needed', 'unknown']),
  text: z.string(),
  methods: z.array(z.object({ name: z.string(), description: z.string() })),
});

/** What the user can do on the page. */
const checkAction = z.enum([
  'run',
  'cancel',
  'copy',
  'sign-in',
  'review',
  'restart',
  'edit-settings',
  'show-log',
  'show-protocol',
  'add-agent',
  'other-agent',
  'test-servers',
  'show-servers',
]);
export type CheckAction = z.infer<typeof checkAction>;

const checkReport = z.object({
  /** The agent's key in the settings. */
  agent: z.string(),
  label: z.string(),
  state: z.enum(['running', 'finished', 'cancelled']),
  verdict: z.object({ severity, text: z.string() }),
  steps: z.array(checkStep),
  facts: z.array(checkFact),
  capabilities: z.array(capability),
  signIn,
  servers: z.array(checkedServer),
  findings: z.array(finding),
  errors: z.array(userError),
  /** The end of what the trial printed to its standard error; empty when that is nothing. */
  stderrTail: z.string(),
});
export type CheckReport = Immutable<z.infer<typeof checkReport>>;

/** From the host to the page. */
export const checkPageState = z.object({ type: z.literal('check'), report: checkReport });
export type CheckPageState = Immutable<z.infer<typeof checkPageState>>;

/** From the page to the host. */
export const checkPageMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('action'), action: checkAction }),
]);
export type CheckPageMessage = z.infer<typeof checkPageMessage>;
