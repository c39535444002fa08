// Stores the permission decisions of the workspace, and shows and exports them.
import * as vscode from 'vscode';
import type { DecisionRecord } from '../../core/permissions/decisionRecords.ts';
import type { AgentRedactors } from '../../core/secrets/agentRedactors.ts';
import { DisposableStore, type Disposable } from '../../core/base/lifecycle.ts';
import type { Log } from '../../core/ports/hostPorts.ts';
import type { DecidedPermission } from '../../core/permissions/permissionRequests.ts';
import type { Sessions } from '../../core/sessionLifecycle/sessions.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import { inBackground } from '../window/inBackground.ts';
import { permissionUiStrings } from './permissionUiStrings.ts';

const STORED = 'parley.decisions';
const SCHEME = 'parley-decisions';
const DOCUMENT = vscode.Uri.from({ scheme: SCHEME, path: '/Parley Decisions.log' });

export interface DecisionLogOptions {
  readonly store: SessionStore;
  readonly sessions: Sessions;
  readonly state: vscode.Memento;
  /** Hide agents' secrets in titles and command lines. */
  readonly redactors: AgentRedactors;
  readonly log: Log;
}

/** Stores every decision in the workspace's state. */
export class DecisionLog implements vscode.TextDocumentContentProvider, Disposable {
  readonly #options: DecisionLogOptions;
  readonly #owned = new DisposableStore();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  /** Read on first use; each change waits for the one before. */
  #records: Promise<readonly DecisionRecord[]> | undefined;
  readonly onDidChange = this.#changed.event;

  constructor(options: DecisionLogOptions) {
    this.#options = options;
    this.#owned.add(this.#changed);
    this.#owned.add(vscode.workspace.registerTextDocumentContentProvider(SCHEME, this));
    this.#owned.add(options.sessions.permissions.onDecision((decided) => this.#add(decided)));
  }

  async provideTextDocumentContent(): Promise<string> {
    const [records, { decisionsText }] = await Promise.all([this.#read(), loadRecords()]);
    return records.length === 0 ? permissionUiStrings.noDecisions() : decisionsText(records);
  }

  /** Opens the log as a read-only document. */
  async show(): Promise<void> {
    const document = await vscode.workspace.openTextDocument(DOCUMENT);
    await vscode.window.showTextDocument(document, { preview: true });
  }

  /** Writes the log to a file that the user selects, as JSON or CSV by the file's extension. */
  async export(): Promise<void> {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    const target = await vscode.window.showSaveDialog({
      ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, 'parley-decisions.csv') }),
      filters: { CSV: ['csv'], JSON: ['json'] },
    });
    if (target === undefined) return;
    const isJson = target.path.toLowerCase().endsWith('.json');
    const [records, { decisionsJson, decisionsCsv }] = await Promise.all([this.#read(), loadRecords()]);
    const text = isJson ? decisionsJson(records) : decisionsCsv(records);
    await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text));
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #add(decided: DecidedPermission): void {
    const session = this.#options.store.state(decided.key);
    if (session === undefined) return;
    const redactor = this.#options.redactors.of(session.agent);
    this.#records = this.#recordsWith(this.#read(), async () => {
      const { decidedRecord } = await import('./decidedRecord.ts');
      return decidedRecord(decided, session, redactor);
    });
    inBackground(this.#options.log, this.#persist(this.#records));
  }

  #read(): Promise<readonly DecisionRecord[]> {
    this.#records ??= loadRecords().then(({ readDecisions }) =>
      readDecisions(this.#options.state.get(STORED)),
    );
    return this.#records;
  }

  /** A decision of which no record can be made is left out: later ones are still recorded. */
  async #recordsWith(
    before: Promise<readonly DecisionRecord[]>,
    record: () => Promise<DecisionRecord>,
  ): Promise<readonly DecisionRecord[]> {
    const known = await before;
    try {
      const { withDecision } = await loadRecords();
      return withDecision(known, await record());
    } catch (error) {
      this.#options.log.warn(`A permission decision is not in the log: ${String(error)}`);
      return known;
    }
  }

  async #persist(records: Promise<readonly DecisionRecord[]>): Promise<void> {
    await this.#options.state.update(STORED, await records);
    this.#changed.fire(DOCUMENT);
  }
}

function loadRecords() {
  return import('../../core/permissions/decisionRecords.ts');
}
