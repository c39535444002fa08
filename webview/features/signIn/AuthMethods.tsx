// The methods to sign in by, each with all that it does: what runs in a terminal is shown before it runs.
import type { ShownAuthMethod } from '../../../src/core/panel/signInCard.ts';
import { spelledOutAddress } from '../../../src/core/text/spelledOut.ts';
import { usePost, useSessionKey } from '../../panel/state/panelContext.tsx';
import { TextChunks } from '../../text/PlainText.tsx';
import { Disclosure } from '../../panel/disclosure/Disclosure.tsx';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { signInStrings } from './signInStrings.ts';

/** Agents name the ways that most users go first. */
const MAX_METHODS = 3;

const ICONS: Readonly<Record<ShownAuthMethod['kind'], string>> = {
  agent: 'account',
  terminal: 'terminal',
  env: 'lock',
};

export function AuthMethods({ methods }: { readonly methods: readonly ShownAuthMethod[] }) {
  if (methods.length === 0) return null;
  const others = methods.slice(MAX_METHODS);
  return (
    <>
      <MethodList label={signInStrings.methods()} methods={methods.slice(0, MAX_METHODS)} hasFirst />
      {others.length > 0 && (
        <Disclosure id="sign-in-methods" summary={signInStrings.moreMethods()}>
          <MethodList label={signInStrings.moreMethods()} methods={others} hasFirst={false} />
        </Disclosure>
      )}
    </>
  );
}

interface MethodListProps {
  readonly label: string;
  readonly methods: readonly ShownAuthMethod[];
  /** Whether the first of them is the agent's first. */
  readonly hasFirst: boolean;
}

function MethodList({ label, methods, hasFirst }: MethodListProps) {
  return (
    <ul className="column plain-list sign-in-methods" aria-label={label}>
      {methods.map((method, index) => (
        <li key={method.id} className="sign-in-method">
          <Method method={method} isFirst={hasFirst && index === 0} />
        </li>
      ))}
    </ul>
  );
}

function Method({ method, isFirst }: { readonly method: ShownAuthMethod; readonly isFirst: boolean }) {
  const post = usePost();
  const key = useSessionKey();
  const { id, name, description, kind, commandLine, variables, link } = method;
  return (
    <>
      <Button
        appearance={isFirst ? 'primary' : 'secondary'}
        data-testid="auth-method"
        data-method-id={id}
        data-kind={kind}
        onClick={() =>
          post({
            type: 'sign_in',
            key,
            methodId: id,
            ...(commandLine === undefined ? {} : { commandLine }),
          })
        }
      >
        <Icon name={ICONS[kind]} />
        {/* No span: the toolkit sizes those as icons. */}
        <bdi className="sign-in-method-text">{name}</bdi>
      </Button>
      <div className="dim column sign-in-method-details">
        {description !== '' && description !== name && <p>{description}</p>}
        {commandLine !== undefined && (
          <>
            <p>{signInStrings.runsInTerminal()}</p>
            <pre className="code-text preserve-lines sign-in-command" data-testid="sign-in-command">
              <TextChunks text={commandLine} />
            </pre>
          </>
        )}
        {variables !== undefined && <p>{signInStrings.asksFor(variables.join(', '))}</p>}
        {link !== undefined && (
          <p>
            <button
              type="button"
              className="sign-in-link"
              onClick={() => post({ type: 'open_link', key, href: link })}
            >
              {spelledOutAddress(link)}
            </button>
          </p>
        )}
      </div>
    </>
  );
}
