// A terminal in its tool card: the command, the end of its output, its state, and a button that stops it.
import './terminal.css';
import { memo, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { Terminal } from '../../../src/core/session/terminal/state.ts';
import { useFold, usePost, useSession, useSessionKey, useView } from '../state/panelContext.tsx';
import { TextChunks, TextPieces } from '../../text/PlainText.tsx';
import { shortText } from '../../text/shortText.ts';
import { IconButton } from '../../ui/Button.tsx';
import { useNow } from '../../ui/useNow.ts';
import { OutputReader, type Run } from './terminalLines.ts';
import { terminalLabel, terminalState, visibleCommand, type CallPhase } from './terminalLabel.ts';
import { terminalStrings } from './terminalStrings.ts';

/** Up to this distance from its end the output counts as scrolled to the end. */
const NEAR_END_PX = 8;

/** Longer commands are folded to about so many lines. */
const COMMAND_LINES = 6;

export interface TerminalOutputProps {
  /** Unique in the session. */
  readonly id: string;
  readonly terminalId: string;
  readonly phase: CallPhase;
  /** The command of the tool call, for terminals of which the agent does not report it. */
  readonly callCommand: string | undefined;
  /** Shown when the agent reported nothing about the terminal (R70). */
  readonly fallback: ReactNode;
}

export function TerminalOutput({ terminalId, fallback, ...rest }: TerminalOutputProps) {
  const terminal = useSession(({ terminals }) => terminals.findLast(({ id }) => id === terminalId));
  return terminal === undefined ? fallback : <Shown terminal={terminal} {...rest} />;
}

export interface CommandTextProps {
  /** Unique in the session. */
  readonly id: string;
  /** With invisible characters spelled out; absent where something above shows it. */
  readonly command: string | undefined;
  readonly output: string;
  readonly exitCode: number | undefined;
}

/** The output of a command that an agent reports as text, as a terminal shows it. */
export function CommandText({ id, command, output, exitCode }: CommandTextProps) {
  const name = command ?? terminalStrings.agentCommand();
  const isFailure = exitCode !== undefined && exitCode !== 0;
  const state = isFailure ? 'failed' : 'ended';
  return (
    <div
      className="column terminal"
      data-testid="terminal-output"
      data-state={state}
      role="group"
      aria-label={terminalStrings.terminal(name)}
    >
      {command !== undefined && (
        <div className="terminal-head">
          <CommandLine id={id} command={command} title={shortText(command)} />
        </div>
      )}
      {output !== '' && <Output output={output} droppedBytes={0} label={terminalStrings.output(name)} />}
      {isFailure && (
        <span className="detail-text terminal-status" data-state={state}>
          {terminalStrings.exitCode(exitCode)}
        </span>
      )}
    </div>
  );
}

function Shown({
  id,
  terminal,
  phase,
  callCommand,
}: {
  readonly id: string;
  readonly terminal: Terminal;
  readonly phase: CallPhase;
  readonly callCommand: string | undefined;
}) {
  const post = usePost();
  const key = useSessionKey();
  const { id: terminalId, command, cwd, isForeign, output, droppedBytes } = terminal;
  const state = terminalState(terminal, phase);
  const known = command === undefined ? callCommand : visibleCommand(command);
  // The command that waits for the user stands in the question.
  if (state === 'waiting' && known === undefined) return null;
  const name = known ?? terminalStrings.agentCommand();
  const shortName = shortText(name);
  return (
    <div
      className="column terminal"
      data-testid="terminal-output"
      data-terminal-id={terminalId}
      data-state={state}
      role="group"
      aria-label={terminalStrings.terminal(shortName)}
    >
      <div className="terminal-head">
        <CommandLine
          id={id}
          command={name}
          title={cwd === undefined ? shortName : `${shortName}\n${terminalStrings.folder(shortText(cwd))}`}
        />
        <IconButton
          icon="terminal"
          label={terminalStrings.openInTerminal()}
          data-testid="terminal-open"
          onClick={() => post({ type: 'open_terminal', key, terminalId })}
        />
        {state === 'running' && !isForeign && (
          <IconButton
            icon="debug-stop"
            label={terminalStrings.stopCommand()}
            data-testid="terminal-stop"
            onClick={() => post({ type: 'kill_terminal', key, terminalId })}
          />
        )}
      </div>
      {(output !== '' || droppedBytes > 0) && (
        <Output output={output} droppedBytes={droppedBytes} label={terminalStrings.output(shortName)} />
      )}
      <Status terminal={terminal} phase={phase} />
    </div>
  );
}

interface CommandLineProps {
  readonly id: string;
  readonly command: string;
  readonly title: string;
}

/** A command of many lines, as one with a here document, is folded, and says so. */
function CommandLine({ id, command, title }: CommandLineProps) {
  const [isWhole, showWhole] = useFold(`${id}:command`, false);
  const folded = useMemo(() => command.split('\n').length - COMMAND_LINES, [command]);
  const code = useRef<HTMLElement>(null);
  const showAll = (): void => {
    showWhole(true);
    // The button goes.
    code.current?.focus();
  };
  return (
    <div className="column fill">
      <code
        ref={code}
        className="code-text preserve-lines terminal-command text-scroll"
        title={title}
        data-whole={isWhole}
        {...(folded > 0 && { tabIndex: 0, role: 'group', 'aria-label': title })}
      >
        <TextChunks text={command} />
      </code>
      {folded > 0 && !isWhole && (
        <button type="button" className="show-all" onClick={showAll}>
          {terminalStrings.showMoreLines(folded)}
        </button>
      )}
    </div>
  );
}

interface OutputProps {
  readonly output: string;
  readonly droppedBytes: number;
  readonly label: string;
}

/** Stays scrolled to its end while the user is there. */
const Output = memo(function Output({ output, droppedBytes, label }: OutputProps) {
  const box = useRef<HTMLPreElement>(null);
  const isAtEnd = useRef(true);
  useLayoutEffect(() => {
    if (box.current !== null && isAtEnd.current) box.current.scrollTop = box.current.scrollHeight;
  }, [output]);
  const [reader] = useState(() => new OutputReader());
  const { lines, first, isCut } = reader.lines(output);
  return (
    <pre
      ref={box}
      className="code-text preserve-lines terminal-lines text-scroll"
      tabIndex={0}
      aria-label={label}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight <= NEAR_END_PX;
      }}
    >
      {(isCut || droppedBytes > 0) && (
        <span className="detail-text terminal-cut">
          {droppedBytes > 0
            ? terminalStrings.earlierDiscarded(droppedBytes)
            : terminalStrings.earlierNotShown()}
          {'\n'}
        </span>
      )}
      {lines.map((runs, index) => (
        <Line key={first + index} runs={runs} />
      ))}
    </pre>
  );
});

/** Renders once, unless the line was not complete yet. */
const Line = memo(function Line({ runs }: { readonly runs: readonly Run[] }) {
  return (
    <span className="terminal-line">
      {runs.map(({ text, style }, run) =>
        style === undefined ? (
          <TextPieces key={run} text={text} />
        ) : (
          <span key={run} style={style}>
            <TextPieces text={text} />
          </span>
        ),
      )}
      {'\n'}
    </span>
  );
});

function Status({ terminal, phase }: { readonly terminal: Terminal; readonly phase: CallPhase }) {
  const clockAhead = useView((view) => view.clockAhead);
  const state = terminalState(terminal, phase);
  const now = useNow(state === 'running' ? 1_000 : undefined);
  return (
    <span className="detail-text terminal-status" data-state={state}>
      {terminalLabel(terminal, state, now - clockAhead)}
    </span>
  );
}
