// The page that checks an agent: what works, what does not, and what can be done about it.
import './check.css';
import { useState, type ReactNode } from 'react';
import {
  checkPageState,
  type CheckPageState,
  type CheckPageMessage,
  type CheckAction,
  type CheckReport,
} from '../../../src/features/agentCheck/core/checkReport.ts';
import { checkStrings } from '../../../src/features/agentCheck/core/checkStrings.ts';
import { TextChunks } from '../../text/PlainText.tsx';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { MoreMenu } from '../../ui/MoreMenu.tsx';
import { useHostMessages } from '../../panel/state/useHostMessages.ts';
import type { VsCodeApi } from '../../panel/state/vscodeApi.ts';
import { Capabilities } from './Capabilities.tsx';
import { CheckSteps } from './CheckSteps.tsx';
import { checkPageStrings } from './checkPageStrings.ts';
import { SEVERITY_ICONS, STEP_ICONS } from './stateIcons.ts';

/** The number of buttons beside the menu with the others; the MCP servers have a button of their own. */
const MAX_BUTTONS = 2;

const IN_MENU: readonly CheckAction[] = [
  'restart',
  'edit-settings',
  'show-servers',
  'show-log',
  'show-protocol',
  'add-agent',
  'other-agent',
];

/** The icons of the menu's items. */
const ICONS: Readonly<Record<CheckAction, string>> = {
  run: 'refresh',
  cancel: 'close',
  copy: 'copy',
  'sign-in': 'key',
  review: 'shield',
  restart: 'debug-restart',
  'edit-settings': 'settings-gear',
  'show-log': 'output',
  'show-protocol': 'list-tree',
  'add-agent': 'add',
  'other-agent': 'checklist',
  'test-servers': 'beaker',
  'show-servers': 'server',
};

type Post = (message: CheckPageMessage) => void;

export function CheckPage({ api }: { readonly api: VsCodeApi }) {
  const [state, setState] = useState<CheckPageState>();
  const post: Post = (message) => api.postMessage(message);
  useHostMessages(api, checkPageState, setState);
  if (state === undefined) return null;
  const { report } = state;
  return (
    <main
      className="page"
      data-testid="check-agent"
      data-agent={report.agent}
      data-state={report.state}
      data-severity={report.verdict.severity}
    >
      <h1>{checkStrings.title(report.label)}</h1>
      <p className="row check-verdict" role="status" data-testid="check-verdict">
        <Verdict report={report} />
        <span className="preserve-lines page-text">
          <TextChunks text={report.verdict.text} />
        </span>
      </p>
      <Actions report={report} run={(action) => post({ type: 'action', action })} />
      <Section title={checkStrings.steps()}>
        <CheckSteps steps={report.steps} />
      </Section>
      <Errors report={report} />
      <Section title={checkStrings.agent()} isShown={report.facts.length > 0}>
        <dl className="check-facts">
          {report.facts.map(({ name, label, value }) => (
            <div key={name} data-testid="check-fact" data-name={name}>
              <dt>{label}</dt>
              <dd className="preserve-lines page-text">
                <TextChunks text={value} />
              </dd>
            </div>
          ))}
        </dl>
      </Section>
      <SignIn report={report} />
      <Section title={checkStrings.capabilities()} isShown={report.capabilities.length > 0}>
        <Capabilities capabilities={report.capabilities} />
      </Section>
      <Section title={checkStrings.servers()} isShown={report.servers.length > 0}>
        <ul className="plain-list check-list">
          {report.servers.map(({ name, kind, isPassed, note, answer = '' }) => (
            <li key={name} data-testid="check-server" data-name={name} data-state={isPassed ? 'yes' : 'no'}>
              <Severity of={isPassed ? 'info' : 'warning'} />
              <span className="preserve-lines page-text">
                <TextChunks text={`${name} (${kind}): ${note}${answer === '' ? '' : `\n${answer}`}`} />
              </span>
            </li>
          ))}
        </ul>
        <div className="row page-actions">
          <Button
            appearance="secondary"
            data-action="test-servers"
            onClick={() => post({ type: 'action', action: 'test-servers' })}
          >
            {checkPageStrings.action['test-servers']()}
          </Button>
        </div>
      </Section>
      <Section title={checkStrings.environment()} isShown={report.findings.length > 0}>
        <ul className="plain-list check-list">
          {report.findings.map(({ topic, severity, text }, index) => (
            <li key={index} data-testid="check-finding" data-topic={topic} data-severity={severity}>
              <Severity of={severity} />
              <span className="preserve-lines page-text">
                <TextChunks text={text} />
              </span>
            </li>
          ))}
        </ul>
      </Section>
    </main>
  );
}

function Section({
  title,
  isShown = true,
  children,
}: {
  readonly title: string;
  readonly isShown?: boolean;
  readonly children: ReactNode;
}) {
  if (!isShown) return null;
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Actions({
  report,
  run,
}: {
  readonly report: CheckReport;
  readonly run: (action: CheckAction) => void;
}) {
  const isRunning = report.state === 'running';
  const needsSignIn = report.signIn.state === 'needed';
  const first: CheckAction = isRunning ? 'cancel' : needsSignIn ? 'sign-in' : 'run';
  const needsReview = report.errors.some(({ actions }) => actions.includes('review-agent'));
  const others: readonly CheckAction[] = [
    ...(needsReview ? (['review'] as const) : []),
    ...(needsSignIn && !isRunning ? (['run'] as const) : []),
    'copy',
  ];
  const all = [first, ...others];
  const more = [...all.slice(MAX_BUTTONS), ...IN_MENU];
  return (
    <div className="row page-actions">
      {all.slice(0, MAX_BUTTONS).map((action) => (
        <Button
          // One button in two states keeps the focus.
          key={action === 'cancel' ? 'run' : action}
          appearance={action === first ? 'primary' : 'secondary'}
          data-action={action}
          onClick={() => run(action)}
        >
          {checkPageStrings.action[action]()}
        </Button>
      ))}
      <MoreMenu
        label={checkPageStrings.moreActions()}
        items={more.map((id) => ({
          id,
          icon: ICONS[id],
          label: checkPageStrings.action[id](),
          onChoose: () => run(id),
        }))}
        testId="check-menu"
        buttonTestId="check-more"
      />
    </div>
  );
}

function Errors({ report: { errors, stderrTail } }: { readonly report: CheckReport }) {
  if (errors.length === 0 && stderrTail === '') return null;
  return (
    <Section title={checkStrings.errors()}>
      {errors.map(({ code, message, detail }, index) => (
        <div key={index} className="check-error" data-testid="error" data-code={code}>
          <p className="row check-line">
            <Severity of="error" />
            <span className="preserve-lines page-text">
              <TextChunks text={message} />
            </span>
          </p>
          {detail !== undefined && detail !== stderrTail && (
            <Output text={detail} label={checkPageStrings.details()} />
          )}
        </div>
      ))}
      {stderrTail !== '' && (
        <>
          <p>{checkStrings.stderr()}</p>
          <Output text={stderrTail} label={checkStrings.stderr()} />
        </>
      )}
    </Section>
  );
}

/** A scrolling area has to be reachable for the keyboard. */
function Output({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <pre className="code-text preserve-lines page-output" tabIndex={0} role="group" aria-label={label}>
      <TextChunks text={text} />
    </pre>
  );
}

function SignIn({ report: { signIn } }: { readonly report: CheckReport }) {
  return (
    <Section title={checkStrings.signIn()}>
      <div data-testid="check-sign-in" data-state={signIn.state}>
        <p className="row check-line">
          <Severity of={signIn.state === 'needed' ? 'warning' : 'info'} />
          <span>{signIn.text}</span>
        </p>
        {signIn.methods.length > 0 && (
          <ul className="plain-list check-methods">
            {signIn.methods.map(({ name, description }, index) => (
              <li key={index} className="preserve-lines page-text">
                {description === '' || description === name ? name : `${name}: ${description}`}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Section>
  );
}

/** A check that runs has no verdict yet, and one that found nothing wrong has a good one. */
function Verdict({ report: { state, verdict } }: { readonly report: CheckReport }) {
  if (state === 'finished' && verdict.severity !== 'info') return <Severity of={verdict.severity} />;
  const { icon, label } = STEP_ICONS[VERDICT_STEPS[state]];
  return (
    <span className="dim check-mark" data-state={VERDICT_STEPS[state]}>
      <Icon name={icon} spin={state === 'running'} />
      <span className="visually-hidden">{label()}</span>
    </span>
  );
}

const VERDICT_STEPS = { running: 'running', finished: 'done', cancelled: 'skipped' } as const;

function Severity({ of }: { readonly of: 'info' | 'warning' | 'error' }) {
  const { icon, label } = SEVERITY_ICONS[of];
  return (
    <span className="dim check-mark" data-severity={of}>
      <Icon name={icon} />
      <span className="visually-hidden">{label()}</span>
    </span>
  );
}
