// Shows an agent's terminal as a read-only terminal of VS Code, to read and search.
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/lifecycle.ts';
import type { Terminal } from '../../core/session/terminal/state.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import { screensOf } from '../../core/text/alternateScreen.ts';
import { HarmlessStream } from '../../core/text/terminalText.ts';
import { openedStrings } from './openedStrings.ts';

const MAX_NAME_LENGTH = 40;

/** Owns the terminals of VS Code that mirror those of agents, one for each. */
export class TerminalViews implements Disposable {
  readonly #store: SessionStore;
  readonly #shown = new Map<string, vscode.Terminal>();

  constructor(store: SessionStore) {
    this.#store = store;
  }

  /** Shows a terminal of the session; nothing happens when there is none of that id. */
  open(key: string, terminalId: string): void {
    const name = `${key} ${terminalId}`;
    const known = this.#shown.get(name);
    if (known !== undefined) {
      known.show();
      return;
    }
    const found = findTerminal(this.#store, key, terminalId);
    if (found === undefined) return;
    const mirror = new TerminalMirror(this.#store, key, terminalId, () => this.#shown.delete(name));
    const shown = vscode.window.createTerminal({
      name: nameOf(found),
      iconPath: new vscode.ThemeIcon('hubot'),
      isTransient: true,
      pty: mirror,
    });
    this.#shown.set(name, shown);
    shown.show();
  }

  dispose(): void {
    for (const shown of this.#shown.values()) shown.dispose();
    this.#shown.clear();
  }
}

/** Follows one terminal of one session. */
class TerminalMirror implements vscode.Pseudoterminal {
  readonly #store: SessionStore;
  readonly #key: string;
  readonly #terminalId: string;
  readonly #onClose: () => void;
  readonly #written = new vscode.EventEmitter<string>();
  readonly #owned = new DisposableStore();
  readonly #filter = new HarmlessStream();
  #hasEnded = false;

  readonly onDidWrite = this.#written.event;

  constructor(store: SessionStore, key: string, terminalId: string, onClose: () => void) {
    this.#store = store;
    this.#key = key;
    this.#terminalId = terminalId;
    this.#onClose = onClose;
  }

  /** Called when VS Code can show output: writes what was printed before. */
  open(): void {
    const found = findTerminal(this.#store, this.#key, this.#terminalId);
    if (found === undefined) return;
    if (found.command !== undefined) this.#note(`$ ${found.command}`);
    const { main, alternate = '' } = screensOf(found.output);
    this.#print(main + alternate, found.droppedBytes);
    this.#end(found);
    this.#owned.add(
      this.#store.onEvent('terminal_output', ({ key, event }) => {
        const isShown = key === this.#key && event.terminalId === this.#terminalId;
        if (isShown) this.#print(event.data, event.skippedBytes);
      }),
    );
    this.#owned.add(
      this.#store.onEvent(['terminal_exited', 'detached'], ({ key }) => {
        if (key === this.#key) this.#end(findTerminal(this.#store, this.#key, this.#terminalId));
      }),
    );
  }

  /** Called when the user closes the terminal. */
  close(): void {
    this.#owned.dispose();
    this.#written.dispose();
    this.#onClose();
  }

  #print(data: string, skippedBytes: number): void {
    if (skippedBytes > 0) this.#note(openedStrings.outputDropped(skippedBytes));
    if (data !== '') this.#write(this.#filter.write(data));
  }

  #end(terminal: Terminal | undefined): void {
    if (terminal?.endedAt === undefined || this.#hasEnded) return;
    this.#hasEnded = true;
    this.#note(exitLabel(terminal));
  }

  /** Writes text of Parley, dimmed and on its own line. */
  #note(text: string): void {
    this.#write(`\x1b[0m\x1b[2m${new HarmlessStream().write(text)}\x1b[0m\n`);
  }

  /** Terminals need a carriage return at the end of each line. */
  #write(text: string): void {
    this.#written.fire(text.replace(/\r?\n/g, '\r\n'));
  }
}

function findTerminal(store: SessionStore, key: string, terminalId: string): Terminal | undefined {
  return store.state(key)?.terminals.findLast(({ id }) => id === terminalId);
}

function nameOf({ command }: Terminal): string {
  const name = (command ?? '').replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  if (name === '') return openedStrings.terminalName();
  return name.length <= MAX_NAME_LENGTH ? name : `${name.slice(0, MAX_NAME_LENGTH - 1).trimEnd()}…`;
}

function exitLabel({ exit }: Terminal): string {
  if (exit?.code !== undefined && exit.code !== null) return `\n${openedStrings.exitedWithCode(exit.code)}`;
  if (exit?.signal !== undefined && exit.signal !== null)
    return `\n${openedStrings.terminatedBy(exit.signal)}`;
  return `\n${openedStrings.exited()}`;
}
