// Looks at each message between Parley and an agent: whether it keeps the rules of docs/PROTOCOL.md.
import * as z from 'zod/mini';
import type { Inspected, Inspector } from '../core/recording.ts';
import type { Problem } from '../core/protocolRow.ts';
import { verdictStrings as strings } from '../core/verdictStrings.ts';
import type { WireDirection, WireRecord } from '../core/wireRecord.ts';
import { parseJson } from '../../../core/text/parseJson.ts';
import { broken, unknown } from './problems.ts';
import { contentProblems } from './contentProblems.ts';
import { isMethod, receives } from './methods.ts';
import { SessionOrder } from './sessionOrder.ts';

/** The most ids of answered requests that are remembered, to distinguish a second answer from an answer to nothing. */
const MAX_ANSWERED = 2_000;

const ROOT_FIELDS = new Set(['jsonrpc', 'id', 'method', 'params', 'result', 'error']);

const requestId = z.union([z.string(), z.number()]);
const envelope = z.record(z.string(), z.unknown());
const ofSession = z.object({ sessionId: z.string() });
const errorObject = z.object({ code: z.int(), message: z.string() });
const cancelParams = z.object({ requestId });

type Id = z.infer<typeof requestId>;
type Fields = Readonly<Record<string, unknown>>;

/** A request that was not answered yet. */
export interface PendingRequest {
  readonly seq: number;
  readonly method: string;
  readonly params: unknown;
}

/** The ids of one side's requests. */
class SentRequests {
  readonly pending = new Map<Id, PendingRequest>();
  readonly #answered = new Set<Id>();

  answer(id: Id): void {
    this.pending.delete(id);
    this.#answered.add(id);
    for (const oldest of this.#answered) {
      if (this.#answered.size <= MAX_ANSWERED) break;
      this.#answered.delete(oldest);
    }
  }

  wasAnswered(id: Id): boolean {
    return this.#answered.has(id);
  }
}

/** Never throws: a message is data, whatever is in it. */
export class ProtocolInspector implements Inspector {
  #sent: Readonly<Record<WireDirection, SentRequests>> = { in: new SentRequests(), out: new SentRequests() };
  #order = new SessionOrder();
  #hasStart = false;

  get hasStart(): boolean {
    return this.#hasStart;
  }

  connected(): void {
    this.missed();
    this.#hasStart = true;
  }

  missed(): void {
    this.#hasStart = false;
    this.#sent = { in: new SentRequests(), out: new SentRequests() };
    this.#order = new SessionOrder();
  }

  inspect(record: WireRecord): Inspected {
    const fields = record.isMessage ? envelope.safeParse(parseJson(record.text)).data : undefined;
    if (fields === undefined) {
      return { kind: 'raw', method: '', problems: [broken('R3', strings.noMessage())] };
    }
    const { method } = fields;
    // Parley sends it once in a connection; in a file nothing else marks the beginning of the next.
    if (method === 'initialize' && record.direction === 'out') this.connected();
    const inspected =
      method === undefined ? this.#response(fields, record) : this.#call(fields, method, record);
    return { ...inspected, problems: [...formProblems(fields), ...inspected.problems] };
  }

  #call(fields: Fields, method: unknown, { seq, direction }: WireRecord): Inspected {
    const { id, params } = fields;
    const isRequest = id !== undefined;
    const kind = isRequest ? 'request' : 'notification';
    const shownId = isRequest ? { id: idText(id) } : {};
    if (typeof method !== 'string') {
      return { kind, method: '', ...shownId, problems: [broken('R5', strings.badMethod())] };
    }
    const sessionId = ofSession.safeParse(params).data?.sessionId;
    const problems = [
      ...(isRequest ? this.#requestProblems(id, { seq, method, params }, direction) : []),
      ...methodProblems(method, direction, isRequest),
      ...(method === '$/cancel_request' ? this.#cancelProblems(params, direction) : []),
      ...contentProblems(direction, method, params),
      ...this.#order.call(direction, method, params, this.#hasStart),
    ];
    return { kind, method, ...shownId, ...(sessionId === undefined ? {} : { sessionId }), problems };
  }

  #requestProblems(id: unknown, request: PendingRequest, direction: WireDirection): readonly Problem[] {
    const parsed = requestId.safeParse(id);
    // JSON-RPC has null too, for which no answer can be recognized.
    if (!parsed.success) return [broken('R5', strings.badId())];
    const { pending } = this.#sent[direction];
    const isRepeated = pending.has(parsed.data);
    pending.set(parsed.data, request);
    return isRepeated ? [broken('R5', strings.repeatedId(idText(id)))] : [];
  }

  #cancelProblems(params: unknown, direction: WireDirection): readonly Problem[] {
    const parsed = cancelParams.safeParse(params);
    if (!parsed.success) return [broken('R14', strings.badParams('requestId'))];
    const isPending = this.#sent[direction].pending.has(parsed.data.requestId);
    return isPending ? [] : [unknown('R14', strings.cancelsNothing())];
  }

  #response(fields: Fields, { direction }: WireRecord): Inspected {
    const hasError = fields['error'] !== undefined && fields['error'] !== null;
    const kind = hasError ? 'error' : 'response';
    const sent = this.#sent[direction === 'in' ? 'out' : 'in'];
    const parsed = requestId.safeParse(fields['id']);
    const request = parsed.success ? sent.pending.get(parsed.data) : undefined;
    const id = { id: idText(fields['id']) };
    if (!parsed.success) return { kind, method: '', ...id, problems: [broken('R5', strings.badId())] };
    const problems = [
      ...(hasError && fields['result'] !== undefined ? [broken('R5', strings.resultAndError())] : []),
      ...(hasError || 'result' in fields ? [] : [broken('R5', strings.resultAndError())]),
      ...(hasError && !errorObject.safeParse(fields['error']).success
        ? [broken('R5', strings.badError())]
        : []),
    ];
    if (request === undefined) {
      return { kind, method: '', ...id, problems: [...problems, this.#noRequest(parsed.data, sent)] };
    }
    sent.answer(parsed.data);
    const { method, params, seq } = request;
    const result = hasError ? undefined : fields['result'];
    const answered = this.#order.answer(direction, request, result, hasError);
    const sessionId =
      ofSession.safeParse(params).data?.sessionId ?? ofSession.safeParse(result).data?.sessionId;
    return {
      kind,
      method,
      ...id,
      ...(sessionId === undefined ? {} : { sessionId }),
      answers: seq,
      problems: [...problems, ...answered],
    };
  }

  #noRequest(id: Id, sent: SentRequests): Problem {
    if (sent.wasAnswered(id)) return broken('R5', strings.secondAnswer(idText(id)));
    return this.#hasStart
      ? broken('R5', strings.unknownId(idText(id)))
      : unknown('R5', strings.earlierId(idText(id)));
  }
}

function formProblems(fields: Fields): readonly Problem[] {
  const unknownFields = Object.keys(fields).filter((name) => !ROOT_FIELDS.has(name));
  return [
    ...(fields['jsonrpc'] === '2.0' ? [] : [broken('R1', strings.noVersion())]),
    ...(unknownFields.length === 0
      ? []
      : [broken('R11', strings.unknownField(unknownFields.slice(0, 5).join(', ')))]),
  ];
}

function methodProblems(method: string, direction: WireDirection, isRequest: boolean): readonly Problem[] {
  if (method.startsWith('_') || method.startsWith('$/')) return [];
  const rule = isRequest ? 'R6' : 'R7';
  if (!isMethod(method)) return [unknown(rule, strings.unknownMethod(method))];
  return receives(direction, method) ? [] : [broken(rule, strings.otherSide(method))];
}

function idText(id: unknown): string {
  return typeof id === 'string' ? id : JSON.stringify(id ?? null);
}
