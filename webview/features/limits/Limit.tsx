// A limit that the session met: when it resets, how long that is, and what can be done until then.
import { firstOfCategory } from '../../../src/core/configOptions/configOptions.ts';
import { timeText } from '../../../src/core/failures/timeText.ts';
import type { LimitAction } from '../../../src/core/panel/panelMessage.ts';
import type { SessionLimit } from '../../../src/core/session/limit/state.ts';
import { timeLeftText } from '../../../src/core/session/limit/timeLeft.ts';
import { useComposer } from '../../panel/composer/composerContext.tsx';
import { usePost, useSession, useSessionKey } from '../../panel/state/panelContext.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { limitStrings } from './limitStrings.ts';
import { useTimeLeft } from './useTimeLeft.ts';

export interface LimitProps {
  readonly limit: SessionLimit;
}

/** The buttons after which the card is gone or another one, so that the focus has to go somewhere. */
const ENDING_ACTIONS: ReadonlySet<LimitAction> = new Set(['continue', 'dismiss']);

export function Limit({ limit }: LimitProps) {
  const post = usePost();
  const key = useSessionKey();
  const composer = useComposer();
  const { now, left } = useTimeLeft(limit);
  const { resetsAt, continuation } = limit;
  const isOver = limit.isOver === true || left === 0;
  const continues = continuation !== undefined && !isOver;
  const time = resetsAt === undefined ? undefined : timeText(resetsAt, now);
  const act = (action: LimitAction) => () => {
    post({ type: 'limit_action', key, action });
    if (ENDING_ACTIONS.has(action)) composer.focus();
  };
  return (
    <section
      className="centered-row dock-card limit"
      aria-label={limitStrings.limit()}
      data-testid="limit"
      data-until={resetsAt === undefined ? '' : new Date(resetsAt).toISOString()}
      data-state={isOver ? 'over' : continues ? 'continues' : 'waits'}
    >
      <Icon name="clockface" />
      <span className="limit-text">
        <strong>
          {isOver ? limitStrings.isOver() : continues ? limitStrings.continuesAt(time ?? '') : headline(time)}
        </strong>
        {left !== undefined && left > 0 && (
          // A screen reader would read each of its changes.
          <span className="dim limit-left" aria-hidden="true">{` · ${timeLeftText(left, true)}`}</span>
        )}
        {continues && <span className="dim limit-note">{limitStrings.continueNeeds()}</span>}
      </span>
      <span className="centered-row limit-actions">
        <Continuation limit={limit} isOver={isOver} time={time} act={act} />
        {!isOver && <OtherWays act={act} />}
      </span>
      <IconButton
        icon="close"
        label={limitStrings.dismiss()}
        data-action="dismiss"
        onClick={act('dismiss')}
      />
    </section>
  );
}

function headline(time: string | undefined): string {
  return time === undefined ? limitStrings.limit() : limitStrings.waitingUntil(time);
}

type Act = (action: LimitAction) => () => void;

interface ContinuationProps extends LimitProps {
  readonly isOver: boolean;
  readonly time: string | undefined;
  readonly act: Act;
}

/** What is to happen when the limit is over. */
function Continuation({ limit: { continuation }, isOver, time, act }: ContinuationProps) {
  if (isOver) {
    return (
      <Button appearance="primary" data-action="continue" onClick={act('continue')}>
        {limitStrings.continueNow()}
      </Button>
    );
  }
  return continuation === undefined ? (
    <Button
      appearance="primary"
      title={limitStrings.continueHint()}
      data-action="continue_at_reset"
      onClick={act('continue_at_reset')}
    >
      {time === undefined ? limitStrings.continueLater() : limitStrings.continueAt(time)}
    </Button>
  ) : (
    <Button data-action="dont_continue" onClick={act('dont_continue')}>
      {limitStrings.dontContinue()}
    </Button>
  );
}

/** What goes on without this limit. */
function OtherWays({ act }: { readonly act: Act }) {
  const hasModels = useSession(({ configOptions }) => firstOfCategory(configOptions, 'model') !== undefined);
  return (
    <>
      {hasModels && (
        <Button data-action="switch_model" onClick={act('switch_model')}>
          {limitStrings.switchModel()}
        </Button>
      )}
      <Button data-action="hand_off" onClick={act('hand_off')}>
        {limitStrings.handOff()}
      </Button>
    </>
  );
}
