// In which side bar the chat is. VS Code does not say it: known are what Parley's own commands did, and on which side of
// the window the panel was seen last, wherever the user has dragged it.
import * as vscode from 'vscode';
import { Emitter, type Disposable, type Event } from '../../core/base/lifecycle.ts';
import { setContext } from '../contributions/contextKeys.ts';

const STORED = 'parley.isChatInSecondarySideBar';

export class ChatPlace implements Disposable {
  readonly #state: vscode.Memento;
  readonly #changed = new Emitter<void>();

  readonly onChange: Event<void> = this.#changed.event;

  constructor(state: vscode.Memento) {
    this.#state = state;
    this.#setContext();
  }

  /** Whether VS Code shows no title of the view: it does in the primary side bar. */
  get isSecondary(): boolean {
    return this.#state.get(STORED) === true;
  }

  moved(isSecondary: boolean): void {
    if (isSecondary === this.isSecondary) return;
    void this.#state.update(STORED, isSecondary);
    this.#setContext();
    this.#changed.fire();
  }

  seen(side: 'left' | 'right'): void {
    const primary: unknown = vscode.workspace.getConfiguration().get('workbench.sideBar.location');
    this.moved(side !== (primary === 'right' ? 'right' : 'left'));
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #setContext(): void {
    setContext('parley.isInSecondarySideBar', this.isSecondary);
  }
}
