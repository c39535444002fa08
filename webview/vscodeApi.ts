// The part of VS Code's webview API that the panel uses.

/** What `acquireVsCodeApi` returns; it may be called once in a page's life. */
export interface VsCodeApi {
  postMessage(message: unknown): void;
  /** What was last given to `setState` by this webview, also in an earlier page: parse it. */
  getState(): unknown;
  /** Keeps a JSON value for as long as the webview exists. */
  setState(state: unknown): void;
}

declare global {
  // VS Code puts this function into every webview before our script runs.
  function acquireVsCodeApi(): VsCodeApi;
}
