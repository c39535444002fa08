// Types of devServer.mjs for the tests.

export interface DevServer {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  close(): Promise<void>;
}

export function startDevServer(options?: {
  /** Default: a free one. */
  readonly port?: number;
  /** Whether later pages have the sources of the first one; default: each page has the newest. */
  readonly isBuiltOnce?: boolean;
}): Promise<DevServer>;
