// The next steps of an error as buttons.
import './errors.css';
import { firstOfCategory } from '../../../src/core/configOptions/configOptions.ts';
import type { ErrorAction } from '../../../src/core/errors.ts';
import { compactCommand } from '../../../src/core/sessionLifecycle/handOver/handOverDraft.ts';
import { usePost, useSession, useSessionKey } from '../state/panelContext.tsx';
import { useComposer } from '../composer/composerContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { MoreMenu } from '../../ui/MoreMenu.tsx';
import { errorStrings } from './errorStrings.ts';

/** Those that are offered; earlier versions stored another one. */
type OfferedAction = Exclude<ErrorAction, 'send-later'>;

const LABELS: Readonly<Record<OfferedAction, () => string>> = {
  'restart-agent': errorStrings.restartAgent,
  'show-log': errorStrings.showLog,
  'edit-settings': errorStrings.editSettings,
  'check-agent': errorStrings.checkAgent,
  'choose-agent': errorStrings.chooseAgent,
  'review-agent': errorStrings.reviewAgent,
  'enter-token': errorStrings.enterToken,
  'allow-unencrypted': errorStrings.allowUnencrypted,
  'open-folder': errorStrings.openFolder,
  'new-session': errorStrings.newSession,
  'continue-in-new': errorStrings.continueInNew,
  'load-without-servers': errorStrings.loadWithoutServers,
  'attach-transcript': errorStrings.attachTranscript,
  'resume-queue': errorStrings.sendWithoutTranscript,
  'sign-in': errorStrings.signIn,
  'try-again': errorStrings.tryAgain,
  'switch-model': errorStrings.switchModel,
  compact: errorStrings.compact,
  'hand-off': errorStrings.handOff,
};

/** The next steps with which the error disappears, whose button would take the focus with it. */
const ENDING_ACTIONS: ReadonlySet<ErrorAction> = new Set([
  'restart-agent',
  'attach-transcript',
  'resume-queue',
  'try-again',
  'load-without-servers',
  'compact',
]);

/** What the card of a limit offers, above the composer. */
const STANDS_ABOVE_COMPOSER: ReadonlySet<ErrorAction> = new Set(['switch-model', 'hand-off']);

/** More than these are not weighed against each other: the others stand in a menu. */
const MAX_BUTTONS = 3;

export interface ErrorActionsProps {
  readonly actions: readonly ErrorAction[];
  /** Whether something else is the next step to take. */
  readonly isSecondary?: boolean;
}

export function ErrorActions({ actions, isSecondary = false }: ErrorActionsProps) {
  const post = usePost();
  const key = useSessionKey();
  const composer = useComposer();
  const canCompact = useSession(({ commands }) => compactCommand(commands) !== undefined);
  const canSwitchModel = useSession(
    ({ configOptions }) => firstOfCategory(configOptions, 'model') !== undefined,
  );
  const waits = useSession(({ limit }) => limit !== undefined);
  const offered = actions.filter((action): action is OfferedAction => {
    if (waits && STANDS_ABOVE_COMPOSER.has(action)) return false;
    if (action === 'compact') return canCompact;
    if (action === 'switch-model') return canSwitchModel;
    return action !== 'send-later';
  });
  if (offered.length === 0) return null;
  const act = (action: OfferedAction): void => {
    post({ type: 'error_action', key, action });
    if (ENDING_ACTIONS.has(action)) composer.focus();
  };
  return (
    <div className="row error-actions">
      {offered.slice(0, MAX_BUTTONS).map((action, index) => (
        <Button
          key={action}
          appearance={index === 0 && !isSecondary && !waits ? 'primary' : 'secondary'}
          data-action={action}
          onClick={() => act(action)}
        >
          {LABELS[action]()}
        </Button>
      ))}
      {offered.length > MAX_BUTTONS && <MoreActions actions={offered.slice(MAX_BUTTONS)} onChoose={act} />}
    </div>
  );
}

interface MoreActionsProps {
  readonly actions: readonly OfferedAction[];
  readonly onChoose: (action: OfferedAction) => void;
}

/** The next steps that are taken least. */
function MoreActions({ actions, onChoose }: MoreActionsProps) {
  return (
    <MoreMenu
      label={errorStrings.moreActions()}
      items={actions.map((action) => ({
        id: action,
        icon: ICONS[action] ?? 'arrow-right',
        label: LABELS[action](),
        onChoose: () => onChoose(action),
      }))}
      testId="error-menu"
      buttonTestId="error-more"
    />
  );
}

/** Of those that stand in the menu. */
const ICONS: Readonly<Partial<Record<ErrorAction, string>>> = {
  'restart-agent': 'debug-restart',
  'show-log': 'output',
  'edit-settings': 'settings-gear',
  'check-agent': 'checklist',
};
