// Signing in to the agent of the session: its methods, what goes on, how it ended, and signing out.
import './signIn.css';
import { useEffect, useState } from 'react';
import { failedPrompt } from '../../../src/core/failures/failedPrompt.ts';
import type { SignInAction, SignInCard as SignInState } from '../../../src/core/panel/signInCard.ts';
import type { UserError } from '../../../src/core/errors.ts';
import { readableText } from '../../../src/core/text/readableText.ts';
import { usePanel, usePost, useSession, useSessionKey } from '../../panel/state/panelContext.tsx';
import { PlainText, TextChunks } from '../../text/PlainText.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { useComposer } from '../../panel/composer/composerContext.tsx';
import { ErrorActions } from '../../panel/errors/ErrorActions.tsx';
import { AuthMethods } from './AuthMethods.tsx';
import { signInStrings } from './signInStrings.ts';

/** After this time, an agent that has not answered may hang. */
const SLOW_SIGN_IN_MS = 60_000;

/** Shown where the agent requires a sign-in, where the user asked for it, and until they have read how it ended. */
export function SignInCard() {
  const { title, status } = usePanel(({ agent }) => agent);
  const signIn = usePanel((panel) => panel.signIn);
  const { state, error } = status;
  const canSendAgain = useSession((session) => failedPrompt(session) !== undefined);
  const isNeeded = state === 'needs-sign-in';
  if (signIn === undefined) return null;
  const { progress, isOpen } = signIn;
  // That somebody is signed in now can be seen elsewhere; what is left is the prompt that failed.
  const isOver = progress === undefined || (progress.state === 'done' && !canSendAgain);
  if (!isNeeded && !isOpen && isOver) return null;
  return (
    <section
      className="column dock-card sign-in"
      data-testid="sign-in"
      data-state={progress?.state ?? (isNeeded ? 'needed' : 'open')}
      aria-label={signInStrings.title(title)}
    >
      <header className="row sign-in-head">
        <Icon name="key" />
        <strong className="fill sign-in-title">{signInStrings.title(title)}</strong>
        {!isNeeded && <CloseButton />}
      </header>
      <Content
        canSendAgain={canSendAgain}
        title={title}
        signIn={signIn}
        isNeeded={isNeeded}
        isStarting={state === 'starting'}
        error={error}
      />
    </section>
  );
}

interface Resending {
  /** Whether the last prompt failed. */
  readonly canSendAgain: boolean;
}

interface ContentProps {
  readonly title: string;
  readonly signIn: SignInState;
  readonly isNeeded: boolean;
  readonly isStarting: boolean;
  readonly error: UserError | undefined;
}

function Content({ title, signIn, isNeeded, isStarting, error, canSendAgain }: ContentProps & Resending) {
  const { progress } = signIn;
  if (progress?.state === 'running' || progress?.state === 'ending-turns') {
    return <Running title={title} signIn={signIn} progress={progress} />;
  }
  if (progress?.state === 'done' && !isNeeded)
    return <Done title={title} signIn={signIn} canSendAgain={canSendAgain} />;
  return (
    <>
      {progress?.error === undefined ? (
        <Reason title={title} signIn={signIn} isNeeded={isNeeded} isStarting={isStarting} error={error} />
      ) : (
        <Failure error={progress.error} />
      )}
      <AuthMethods methods={signIn.methods} />
      <Footer title={title} signIn={signIn} isNeeded={isNeeded} isStarting={isStarting} />
    </>
  );
}

/** Why the methods are shown, with what the agent says about it. */
function Reason({ title, signIn, isNeeded, isStarting, error }: ContentProps) {
  if (isStarting) {
    return (
      <p className="row sign-in-line">
        <Spinner />
        <span>{signInStrings.loadingMethods()}</span>
      </p>
    );
  }
  if (!isNeeded) return signIn.methods.length === 0 ? null : <p>{signInStrings.notNeeded(title)}</p>;
  return (
    <div role="alert">
      <p>
        <PlainText text={readableText(error?.message ?? '')} />
      </p>
      {error?.detail !== undefined && (
        <pre className="code-text preserve-lines sign-in-detail">
          <TextChunks text={readableText(error.detail)} />
        </pre>
      )}
    </div>
  );
}

function Failure({ error }: { readonly error: UserError }) {
  return (
    <div className="column sign-in-failure" role="alert" data-testid="error" data-code={error.code}>
      <p className="row sign-in-line">
        <Icon name="error" />
        <span className="fill sign-in-text">
          <PlainText text={readableText(error.message)} />
        </span>
      </p>
      {error.detail !== undefined && (
        <pre className="code-text preserve-lines sign-in-detail">
          <TextChunks text={readableText(error.detail)} />
        </pre>
      )}
      <ErrorActions actions={error.actions.filter((action) => action !== 'sign-in')} isSecondary />
    </div>
  );
}

interface RunningProps {
  readonly title: string;
  readonly signIn: SignInState;
  readonly progress: NonNullable<SignInState['progress']>;
}

function Running({ title, signIn, progress }: RunningProps) {
  const act = useAction();
  const isSlow = useIsAfter(SLOW_SIGN_IN_MS);
  const method = signIn.methods.find(({ id }) => id === progress.methodId);
  const isEnding = progress.state === 'ending-turns';
  return (
    <>
      <p className="row sign-in-line" role="status" data-testid="sign-in-progress">
        <Spinner />
        <span className="fill sign-in-text">
          {isEnding ? (
            signInStrings.endingTurns()
          ) : (
            <PlainText text={signInStrings.signingIn(method?.name ?? '')} />
          )}
        </span>
      </p>
      {!isEnding && method?.kind === 'agent' && (
        <p>{isSlow ? signInStrings.slow(title) : signInStrings.waitingForAgent()}</p>
      )}
      {!isEnding && method?.kind === 'terminal' && <p>{signInStrings.waitingForTerminal()}</p>}
      <div className="row sign-in-actions">
        {isEnding ? (
          <ErrorActions actions={['restart-agent']} />
        ) : (
          <>
            <Button data-action="cancel" onClick={() => act('cancel')}>
              {signInStrings.cancel()}
            </Button>
            {isSlow && <ErrorActions actions={['show-log']} />}
          </>
        )}
      </div>
    </>
  );
}

function Done({ title, signIn, canSendAgain }: Pick<ContentProps, 'title' | 'signIn'> & Resending) {
  const post = usePost();
  const key = useSessionKey();
  const act = useAction();
  const composer = useComposer();
  return (
    <>
      <p className="row sign-in-line" role="status">
        <Icon name="check" />
        <span className="fill sign-in-text">{signInStrings.done(title)}</span>
      </p>
      {canSendAgain && (
        <div className="row sign-in-actions">
          <Button
            appearance="primary"
            data-action="send-again"
            onClick={() => {
              post({ type: 'send_again', key });
              act('close');
              composer.focus();
            }}
          >
            {signInStrings.sendAgain()}
          </Button>
        </div>
      )}
      <SignOutActions signIn={signIn} />
    </>
  );
}

function Footer({ title, signIn, isNeeded, isStarting }: Omit<ContentProps, 'error'>) {
  const hasMethods = signIn.methods.length > 0;
  return (
    <>
      {!hasMethods && !isStarting && <p>{signInStrings.noMethods(title)}</p>}
      {!hasMethods && !isStarting && (
        <ErrorActions actions={['restart-agent', 'edit-settings', 'show-log']} />
      )}
      <SignOutActions signIn={signIn} canSignOut={!isNeeded} />
    </>
  );
}

function SignOutActions({
  signIn: { canSignOut, storedVariables },
  canSignOut: isSignedIn = true,
}: {
  readonly signIn: SignInState;
  readonly canSignOut?: boolean;
}) {
  const act = useAction();
  const signsOut = canSignOut && isSignedIn;
  if (!signsOut && storedVariables.length === 0) return null;
  return (
    <div className="row sign-in-actions">
      {signsOut && (
        <Button data-testid="sign-out" onClick={() => act('sign_out')}>
          {signInStrings.signOut()}
        </Button>
      )}
      {storedVariables.length > 0 && (
        <Button
          data-testid="forget-secrets"
          title={signInStrings.forgetSecretsHint(storedVariables.join(', '))}
          onClick={() => act('forget_secrets')}
        >
          {signInStrings.forgetSecrets()}
        </Button>
      )}
    </div>
  );
}

function CloseButton() {
  const act = useAction();
  const composer = useComposer();
  return (
    <IconButton
      icon="close"
      label={signInStrings.close()}
      data-action="close"
      onClick={() => {
        act('close');
        composer.focus();
      }}
    />
  );
}

function useAction(): (action: SignInAction) => void {
  const post = usePost();
  const key = useSessionKey();
  return (action) => post({ type: 'sign_in_action', key, action });
}

/** Whether so much time has gone by since it was first asked. */
function useIsAfter(milliseconds: number): boolean {
  const [isAfter, setAfter] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setAfter(true), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds]);
  return isAfter;
}
