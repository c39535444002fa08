// The page that shows the protocol of one agent, or a saved recording.
import { isRecord } from '../../../core/base/isRecord.ts';
import * as vscode from 'vscode';
import { ProtocolInspector } from '../node/protocolInspector.ts';
import type { Kernel } from '../../../host/kernel.ts';
import { DisposableStore, type Disposable } from '../../../core/base/lifecycle.ts';
import { protocolPageMessage, type ProtocolAction, type ProtocolHostMessage } from '../core/protocolRow.ts';
import { protocolStrings } from '../core/protocolStrings.ts';
import { Recording } from '../core/recording.ts';
import { parseJson } from '../../../core/text/parseJson.ts';
import { restartAgent } from '../../../host/agents/agentActions.ts';
import { fillWebview } from '../../../host/chat/panelHtml.ts';
import { agentLabel } from '../../../host/settings/settings.ts';
import { withoutIcons } from '../../../host/text/iconText.ts';
import { inBackground } from '../../../host/window/inBackground.ts';
import { RecordingExports, type ShownProtocol } from './recordingExports.ts';

/** The type of the tabs. */
const PROTOCOL_TAB = 'parley.protocol';

/** How long rows are collected before they are shown, in milliseconds. */
const SHOW_DELAY_MS = 150;

/** A message that is longer is shown cut: the page would freeze. */
const MAX_SHOWN_CHARACTERS = 500_000;

export interface ProtocolPageEvents {
  readonly onClose: () => void;
  readonly openFile: () => Promise<void>;
  readonly openOther: () => Promise<void>;
}

/** One tab. While it is open the messages of its agent are recorded, in memory alone. */
export class ProtocolPage implements Disposable {
  readonly #shown: ShownProtocol;
  readonly #kernel: Kernel;
  readonly #events: ProtocolPageEvents;
  readonly #tab: vscode.WebviewPanel;
  readonly #owned = new DisposableStore();
  readonly #recording: Recording;
  readonly #exports: RecordingExports;
  #isRecording = false;
  #showTimer: Disposable | undefined;
  #isClosed = false;

  constructor(shown: ShownProtocol, kernel: Kernel, events: ProtocolPageEvents) {
    this.#shown = shown;
    this.#kernel = kernel;
    this.#events = events;
    this.#recording =
      shown.kind === 'agent'
        ? new Recording(new ProtocolInspector())
        : new Recording(new ProtocolInspector(), { maxRecords: Infinity, maxBytes: Infinity });
    this.#exports = new RecordingExports(this.#recording, { shown, label: this.#label, kernel });
    if (shown.kind === 'file') for (const record of shown.records) this.#recording.add(record);
    else this.#record(true);
    const { extensionUri } = kernel.host.context;
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
    const { taps, host } = this.#kernel;
    this.#isRecording = isOn;
    taps.set(
      name,
      isOn
        ? {
            connected: () => this.#recording.connected(),
            line: (direction, text, isMessage) => {
              const sizeBytes = Buffer.byteLength(text);
              // A line that the connection dropped may still be JSON, and then more can be said about it.
              const isJson = isMessage || isRecord(parseJson(text));
              this.#recording.add({ at: host.clock.now(), direction, text, isMessage: isJson, sizeBytes });
              this.#scheduleShow();
            },
          }
        : undefined,
    );
  }

  #scheduleShow(): void {
    this.#showTimer ??= this.#kernel.host.clock.after(SHOW_DELAY_MS, () => {
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
    const { log } = this.#kernel.host;
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
        inBackground(log, this.#exports.copy(parsed.data.seqs));
        return;
      case 'action':
        inBackground(log, this.#act(parsed.data.action, parsed.data.seq));
    }
  }

  async #showMessage(seq: number): Promise<void> {
    const found = this.#recording.find(seq);
    if (found === undefined) return;
    const text = (await this.#exports.masking())(found.record);
    this.#post({ type: 'message', seq, text: text.slice(0, MAX_SHOWN_CHARACTERS) });
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
        await this.#exports.save();
        return;
      case 'open':
        await this.#events.openFile();
        return;
      case 'open-session':
        await this.#exports.openSession();
        return;
      case 'report':
        await this.#exports.report(seq);
        return;
      case 'restart':
        if (this.#shown.kind === 'agent') await restartAgent(this.#shown.name, this.#kernel.actions);
        return;
      case 'other-agent':
        await this.#events.openOther();
    }
  }
}
