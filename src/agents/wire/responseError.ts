// A JSON-RPC error answer, ours or the agent's, without the JSON-RPC engine: that is loaded when an agent is started.

/** The codes of JSON-RPC 2.0, and LSP's and ACP's for a withdrawn request. */
export const ErrorCodes = {
  InvalidRequest: -32600,
  MethodNotFound: -32601,
  InvalidParams: -32602,
  InternalError: -32603,
} as const;

/** The answer to a request for a session that is not open; -32002 would read as a file that is missing. */
export function noSuchSession(sessionId: string): ResponseError {
  return new ResponseError(ErrorCodes.InvalidParams, `Invalid params: there is no session ${sessionId}`);
}

/** An error with the code and data that go over the wire. */
export class ResponseError extends Error {
  override readonly name = 'ResponseError';
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}
