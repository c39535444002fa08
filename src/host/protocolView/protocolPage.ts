// The page that shows the protocol of one agent, or a saved recording.
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { DisposableStore, type Disposable } from '../../core/base/lifecycle.ts';
import { protocolReport } from '../../core/protocolView/protocolReport.ts';
import {
  protocolPageMessage,
  type ProtocolAction,
  type ProtocolHostMessage,
  type ProtocolRow,
} from '../../core/protocolView/protocolRow.ts';
import { protocolStrings } from '../../core/protocolView/protocolStrings.ts';
import { recordedKey } from '../../core/protocolView/recordedKey.ts';
import { Recording } from '../../core/protocolView/recording.ts';
import { savedText, type WireRecord } from '../../core/protocolView/wireRecord.ts';
import { Redactor } from '../../core/secrets/redactor.ts';
import { sessionTitle } from '../../core/session/selectors.ts';
import { parseJson } from '../../core/text/parseJson.ts';
import { restartAgent } from '../agents/agentActions.ts';
import { fillWebview } from '../chat/panelHtml.ts';
import { agentLabel, sessionFolder } from '../settings/settings.ts';
import { withoutIcons } from '../window/iconText.ts';
import { inBackground } from '../window/inBackground.ts';
import type { ProtocolServices, ProtocolTools } from './protocolCommands.ts';
import { protocolViewStrings } from './protocolViewStrings.ts';

/** The type of the tabs. */
const PROTOCOL_TAB = 'parley.protocol';

/** How long rows are collected before they are shown, in milliseconds. */
const SHOW_DELAY_MS = 150;

/** A message that is longer is shown cut: the page would freeze. */
const MAX_SHOWN_CHARACTERS = 500_000;

const manifest = z.object({ version: z.string() });

export type ShownProtocol =
  | { readonly kind: 'agent'; readonly name: string }
  | {
      readonly kind: 'file';
      readonly name: string;
      readonly records: readonly WireRecord[];
      /** Lines that could not be read. */
      readonly skipped: number;
    };

/** The text of a message, or of a part of one, without secrets. */
type Mask = (record: Pick<WireRecord, 'text' | 'isMessage'>) => string;

export interface ProtocolPageEvents {
  readonly onClose: () => void;
  readonly openFile: () => Promise<void>;
  readonly openOther: () => Promise<void>;
}

/** One tab. While it is open the messages of its agent are recorded, in memory alone. */
export class ProtocolPage implements Disposable {
  readonly #shown: ShownProtocol;
  readonly #services: ProtocolServices;
  readonly #tools: ProtocolTools;
  readonly #events: ProtocolPageEvents;
  readonly #tab: vscode.WebviewPanel;
  readonly #owned = new DisposableStore();
  readonly #recording: Recording;
  #isRecording = false;
  #showTimer: Disposable | undefined;
  #isClosed = false;

  constructor(
    shown: ShownProtocol,
    services: ProtocolServices,
    tools: ProtocolTools,
    events: ProtocolPageEvents,
  ) {
    this.#shown = shown;
    this.#services = services;
    this.#tools = tools;
    this.#events = events;
    this.#recording =
      shown.kind === 'agent'
        ? new Recording(tools.newInspector())
        : new Recording(tools.newInspector(), { maxRecords: Infinity, maxBytes: Infinity });
    if (shown.kind === 'file') for (const record of shown.records) this.#recording.add(record);
    else this.#record(true);
    const { extensionUri } = services.host.context;
    const title = protocolStrings.title(withoutIcons(this.#label));
    this.#tab = vscode.window.createWebviewPanel(PROTOCOL_TAB, title, vscode.ViewColumn.Active, {});
    this.#tab.iconPath = {
      light: vscode.Uri.joinPath(extensionUri, 'media', 'tab-light.svg'),
      dark: vscode.Uri.joinPath(extensionUri, 'media', 'tab-dark.svg'),
    };
    this.#owned.add(this.#tab.webview.onDidReceiveMessage((message: unknown) => this.#receive(message)));
    this.#tab.onDidDispose(() => this.dispose());
    fillWebview(this.#tab.webview, extensionUri, 'protocol');
  }

  reveal(): void {
    this.#tab.reveal();
  }

  dispose(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#record(false);
    this.#showTimer?.dispose();
    this.#owned.dispose();
    this.#tab.dispose();
    this.#events.onClose();
  }

  get #label(): string {
    const { kind, name } = this.#shown;
    return kind === 'agent' ? agentLabel(name) : name;
  }

  #record(isOn: boolean): void {
    const { kind, name } = this.#shown;
    if (kind === 'file') return;
    const { taps, host } = this.#services;
    this.#isRecording = isOn;
    taps.set(
      name,
      isOn
        ? {
            connected: () => this.#recording.connected(),
            line: (direction, text, isMessage) => {
              const sizeBytes = Buffer.byteLength(text);
              // A line that the connection dropped may still be JSON, and then more can be said about it.
              const isJson = isMessage || isObject(text);
              this.#recording.add({ at: host.clock.now(), direction, text, isMessage: isJson, sizeBytes });
              this.#showSoon();
            },
          }
        : undefined,
    );
  }

  #showSoon(): void {
    this.#showTimer ??= this.#services.host.clock.after(SHOW_DELAY_MS, () => {
      this.#showTimer = undefined;
      if (this.#tab.visible) this.#showRows(false);
    });
  }

  #showRows(reset: boolean): void {
    const recording = this.#recording;
    const changed = recording.changedRows();
    const { kind } = this.#shown;
    this.#post({
      type: 'rows',
      reset,
      first: recording.first,
      rows: [...(reset ? recording.rows : changed)],
      source: {
        kind,
        name: this.#label,
        isRecording: this.#isRecording,
        hasStart: recording.hasStart,
        dropped: this.#shown.kind === 'file' ? this.#shown.skipped : recording.dropped,
      },
    });
  }

  #post(message: ProtocolHostMessage): void {
    void this.#tab.webview.postMessage(message);
  }

  #receive(raw: unknown): void {
    const { log } = this.#services.host;
    const parsed = protocolPageMessage.safeParse(raw);
    if (!parsed.success) {
      log.error(`The page sent a message that is not in the contract: ${parsed.error.message}`);
      return;
    }
    switch (parsed.data.type) {
      case 'ready':
        this.#showRows(true);
        return;
      case 'show':
        inBackground(log, this.#showMessage(parsed.data.seq));
        return;
      case 'copy':
        inBackground(log, this.#copy(parsed.data.seqs));
        return;
      case 'action':
        inBackground(log, this.#act(parsed.data.action, parsed.data.seq));
    }
  }

  async #showMessage(seq: number): Promise<void> {
    const found = this.#recording.find(seq);
    if (found === undefined) return;
    const text = (await this.#masking())(found.record);
    this.#post({ type: 'message', seq, text: text.slice(0, MAX_SHOWN_CHARACTERS) });
  }

  /** Hides secrets by their place in a message, and those that are known of the agent by their value. */
  async #masking(): Promise<Mask> {
    const { redactors } = this.#services.host;
    const isAgent = this.#shown.kind === 'agent';
    const redactor = isAgent ? await redactors.current(this.#shown.name) : new Redactor();
    return ({ text, isMessage }) => {
      const masked = isMessage ? redactor.message(parseJson(text)) : redactor.text(text);
      return isAgent ? masked : isMessage ? redactors.json(masked) : redactors.values(masked);
    };
  }

  async #act(action: ProtocolAction, seq: number | undefined): Promise<void> {
    switch (action) {
      case 'record':
      case 'pause':
        if (action === 'record') this.#recording.missed();
        this.#record(action === 'record');
        this.#showRows(false);
        return;
      case 'clear':
        this.#recording.clear();
        this.#showRows(true);
        return;
      case 'save':
        await this.#save();
        return;
      case 'open':
        await this.#events.openFile();
        return;
      case 'open-session':
        await this.#openSession();
        return;
      case 'report':
        await this.#report(seq);
        return;
      case 'restart':
        if (this.#shown.kind === 'agent') await restartAgent(this.#shown.name, this.#services);
        return;
      case 'other-agent':
        await this.#events.openOther();
    }
  }

  async #lines(records: readonly WireRecord[]): Promise<string> {
    const mask = await this.#masking();
    const startedAt = this.#recording.records[0]?.at ?? 0;
    return records.map((record) => savedText({ ...record, text: mask(record) }, startedAt)).join('');
  }

  async #copy(seqs: readonly number[]): Promise<void> {
    const records = seqs.flatMap((seq) => this.#recording.find(seq)?.record ?? []);
    await vscode.env.clipboard.writeText(await this.#lines(records));
    vscode.window.setStatusBarMessage(protocolViewStrings.copied(records.length), 5_000);
  }

  async #save(): Promise<void> {
    const name = `${this.#label.replaceAll(/[^\p{L}\p{N}.-]+/gu, '-')}.ndjson`;
    const target = await vscode.window.showSaveDialog({
      defaultUri: vscode.Uri.joinPath(vscode.Uri.file(sessionFolder()), name),
      filters: { [protocolViewStrings.recordings()]: ['ndjson'] },
    });
    if (target === undefined) return;
    const text = await this.#lines(this.#recording.records);
    await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text));
    vscode.window.setStatusBarMessage(protocolViewStrings.saved(), 5_000);
  }

  /** Shows what was recorded as a session in a chat; of several the user selects one. */
  async #openSession(): Promise<void> {
    const { store, current, chats, host } = this.#services;
    const isFile = this.#shown.kind === 'file';
    const keys = new Map<string, string>();
    const states = this.#tools.replay(this.#recording.records, {
      agent: this.#shown.name,
      prefersOwnName: isFile,
      cwd: sessionFolder(),
      startedAt: isFile ? host.clock.now() - (this.#recording.records.at(-1)?.at ?? 0) : 0,
      keyOf: (sessionId) => {
        // Not one of a file: what was recorded is no history of the user's.
        const key = keys.get(sessionId) ?? recordedKey(randomUUID());
        keys.set(sessionId, key);
        return key;
      },
      readOnlyReason: protocolStrings.readOnlyReason(),
    });
    const rows = states.map((state) => ({
      label: withoutIcons(sessionTitle(state) ?? protocolViewStrings.untitled()),
      description: state.cwd,
      state,
    }));
    if (rows.length === 0) {
      void vscode.window.showInformationMessage(protocolViewStrings.noSession());
      return;
    }
    const placeHolder = protocolViewStrings.selectSession();
    const picked = rows.length === 1 ? rows[0] : await vscode.window.showQuickPick(rows, { placeHolder });
    if (picked === undefined) return;
    store.add(picked.state);
    current.open(picked.state.key);
    await chats.reveal();
  }

  /** Opens a report about the selected exchange, or else about the last that breaks a rule. */
  async #report(selected: number | undefined): Promise<void> {
    const rows = this.#recording.rows;
    const seq =
      selected ??
      (rows.findLast(({ verdict }) => verdict === 'broken') ?? rows.findLast(({ kind }) => kind === 'error'))
        ?.seq;
    const row = seq === undefined ? undefined : this.#recording.find(seq)?.row;
    if (row === undefined) {
      void vscode.window.showInformationMessage(protocolViewStrings.nothingToReport());
      return;
    }
    const mask = await this.#masking();
    const messages = [row.seq, ...(row.pair === undefined ? [] : [row.pair])]
      .toSorted((one, other) => one - other)
      .flatMap((each) => this.#recording.find(each) ?? [])
      .map(({ record, row: reported }) => ({ row: maskedRow(reported, mask), text: mask(record) }));
    const content = protocolReport({ agent: this.#label, versions: this.#versions(), messages });
    const document = await vscode.workspace.openTextDocument({ language: 'markdown', content });
    await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside });
  }

  #versions(): readonly string[] {
    const { agents, host } = this.#services;
    const { title, version } = agents.existing(this.#shown.name)?.description ?? {};
    const parley = manifest.parse(host.context.extension.packageJSON).version;
    return [
      [title ?? this.#label, version ?? ''].join(' ').trim(),
      ['Parley', parley].join(' '),
      `${vscode.env.appName} ${vscode.version}`,
      `${process.platform} ${process.arch}`,
    ];
  }
}

/** What a report says of a message quotes it. */
function maskedRow(row: ProtocolRow, mask: Mask): ProtocolRow {
  const masked = (text: string): string => mask({ text, isMessage: false });
  const { id } = row;
  return {
    ...row,
    method: masked(row.method),
    ...(id === undefined ? {} : { id: masked(id) }),
    problems: row.problems.map((problem) => ({ ...problem, text: masked(problem.text) })),
  };
}

function isObject(text: string): boolean {
  const value = parseJson(text);
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
