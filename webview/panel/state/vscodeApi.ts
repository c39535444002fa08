// The part of VS Code's webview API that the panel uses.

/** What `acquireVsCodeApi` returns; it may be called once per page. */
export interface VsCodeApi {
  postMessage(message: unknown): void;
  /** The last argument of `setState` in this webview, also from an earlier page: parse it. */
  getState(): unknown;
  /** Stores a JSON value for as long as the webview exists. */
  setState(state: unknown): void;
}

declare global {
  // VS Code defines this function in every webview before our script runs.
  function acquireVsCodeApi(): VsCodeApi;
  // The panel's page has asked for the session already: ends the holding of messages, and returns those that came.
  var endEarlyMessages: (() => readonly unknown[]) | undefined;
}
