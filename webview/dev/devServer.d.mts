// Types of devServer.mjs for the tests.

export interface DevServer {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  close(): Promise<void>;
}

export function startDevServer(options?: {
  /** Default: a free one. */
  readonly port?: number;
  /** Whether all pages have the sources of now; default: each page that is opened has the newest. */
  readonly isBuiltOnce?: boolean;
}): Promise<DevServer>;
