// What the host has sent: the rows in their order, and the messages that were asked for.
import { useReducer } from 'react';
import {
  protocolHostMessage,
  type ProtocolHostMessage,
  type ProtocolRow,
  type ProtocolSource,
} from '../../../src/features/protocolView/core/protocolRow.ts';
import { useHostMessages } from '../../panel/state/useHostMessages.ts';
import type { VsCodeApi } from '../../panel/state/vscodeApi.ts';

export interface ProtocolState {
  readonly rows: readonly ProtocolRow[];
  readonly source: ProtocolSource | undefined;
  /** Messages in full by their number. */
  readonly messages: ReadonlyMap<number, string>;
}

/** The most messages that are remembered in full: that of the selected row and of its pair. */
const MAX_MESSAGES = 4;

const nothing: ProtocolState = { rows: [], source: undefined, messages: new Map() };

export function useProtocol(api: VsCodeApi): ProtocolState {
  const [state, receive] = useReducer(withMessage, nothing);
  useHostMessages(api, protocolHostMessage, receive);
  return state;
}

export function withMessage(state: ProtocolState, message: ProtocolHostMessage): ProtocolState {
  if (message.type === 'message') {
    const messages = [...state.messages].filter(([seq]) => seq !== message.seq).slice(1 - MAX_MESSAGES);
    return { ...state, messages: new Map([...messages, [message.seq, message.text]]) };
  }
  const { reset, first, rows, source } = message;
  return { ...state, source, rows: reset ? rows : merged(state.rows, rows, first) };
}

/** Rows come in their order; a request comes again once it is answered. */
function merged(
  known: readonly ProtocolRow[],
  changed: readonly ProtocolRow[],
  first: number,
): readonly ProtocolRow[] {
  const bySeq = new Map(changed.map((row) => [row.seq, row]));
  const last = known.at(-1)?.seq ?? 0;
  const still = known.filter(({ seq }) => seq >= first).map((row) => bySeq.get(row.seq) ?? row);
  const added = changed.filter(({ seq }) => seq > last).toSorted((one, other) => one.seq - other.seq);
  return [...still, ...added];
}
