// What the user does with a recording of the protocol: copy, save, open as a session, report.
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { protocolReport } from '../core/protocolReport.ts';
import type { ProtocolRow } from '../core/protocolRow.ts';
import { protocolStrings } from '../core/protocolStrings.ts';
import { recordedKey } from '../../../core/history/recordedKey.ts';
import type { Recording } from '../core/recording.ts';
import { savedText, type WireRecord } from '../core/wireRecord.ts';
import { Redactor } from '../../../core/secrets/redactor.ts';
import { sessionTitle } from '../../../core/session/selectors.ts';
import { parseJson } from '../../../core/text/parseJson.ts';
import { sessionFolder } from '../../../host/settings/settings.ts';
import { withoutIcons } from '../../../host/text/iconText.ts';
import { replayRecords } from '../node/replayRecords.ts';
import type { Kernel } from '../../../host/kernel.ts';
import { protocolViewStrings } from './protocolViewStrings.ts';
import { showStatusMessage } from '../../../host/window/statusMessage.ts';

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

const manifest = z.object({ version: z.string() });

/** What a page shows, and what works on it. */
export interface RecordingContext {
  readonly shown: ShownProtocol;
  /** What the user calls the agent or the file. */
  readonly label: string;
  readonly kernel: Kernel;
}

/** Everything that leaves the recording leaves it without secrets. */
export class RecordingExports {
  readonly #recording: Recording;
  readonly #context: RecordingContext;

  constructor(recording: Recording, context: RecordingContext) {
    this.#context = context;
    this.#recording = recording;
  }

  /** Hides secrets by their place in a message, and those that are known of the agent by their value. */
  async masking(): Promise<Mask> {
    const { redactors } = this.#context.kernel.host;
    const isAgent = this.#context.shown.kind === 'agent';
    const redactor = isAgent ? await redactors.current(this.#context.shown.name) : new Redactor();
    return ({ text, isMessage }) => {
      const masked = isMessage ? redactor.message(parseJson(text)) : redactor.text(text);
      return isAgent ? masked : isMessage ? redactors.json(masked) : redactors.values(masked);
    };
  }

  async #lines(records: readonly WireRecord[]): Promise<string> {
    const mask = await this.masking();
    const startedAt = this.#recording.records[0]?.at ?? 0;
    return records.map((record) => savedText({ ...record, text: mask(record) }, startedAt)).join('');
  }

  async copy(seqs: readonly number[]): Promise<void> {
    const records = seqs.flatMap((seq) => this.#recording.find(seq)?.record ?? []);
    await vscode.env.clipboard.writeText(await this.#lines(records));
    showStatusMessage(protocolViewStrings.copied(records.length));
  }

  async save(): Promise<void> {
    const name = `${this.#context.label.replaceAll(/[^\p{L}\p{N}.-]+/gu, '-')}.ndjson`;
    const target = await vscode.window.showSaveDialog({
      defaultUri: vscode.Uri.joinPath(vscode.Uri.file(sessionFolder()), name),
      filters: { [protocolViewStrings.recordings()]: ['ndjson'] },
    });
    if (target === undefined) return;
    const text = await this.#lines(this.#recording.records);
    await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text));
    showStatusMessage(protocolViewStrings.saved());
  }

  /** Shows what was recorded as a session in a chat; of several the user selects one. */
  async openSession(): Promise<void> {
    const { host, chat } = this.#context.kernel;
    const { current, chats } = chat;
    const { store } = host;
    const isFile = this.#context.shown.kind === 'file';
    const keys = new Map<string, string>();
    const states = replayRecords(this.#recording.records, {
      agent: this.#context.shown.name,
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
  async report(selected: number | undefined): Promise<void> {
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
    const mask = await this.masking();
    const messages = [row.seq, ...(row.pair === undefined ? [] : [row.pair])]
      .toSorted((one, other) => one - other)
      .flatMap((each) => this.#recording.find(each) ?? [])
      .map(({ record, row: reported }) => ({ row: maskedRow(reported, mask), text: mask(record) }));
    const content = protocolReport({ agent: this.#context.label, versions: this.#versions(), messages });
    const document = await vscode.workspace.openTextDocument({ language: 'markdown', content });
    await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside });
  }

  #versions(): readonly string[] {
    const { host, session } = this.#context.kernel;
    const { agents } = session;
    const { title, version } = agents.existing(this.#context.shown.name)?.description ?? {};
    const parley = manifest.parse(host.context.extension.packageJSON).version;
    return [
      [title ?? this.#context.label, version ?? ''].join(' ').trim(),
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
