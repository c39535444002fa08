// The files of the history: a log for each session, and beside the logs what can be made again from them.
import { join } from 'node:path';

const LOG_END = '.jsonl';
const TEXT_END = '.txt';
/** Keys name files: letters, digits, `-` and `_` only. */
const KEY = /^[\w-]{1,100}$/;

/** The paths in a history folder. */
export class HistoryFolder {
  /** Absolute. */
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  get index(): string {
    return join(this.path, 'index.ndjson');
  }

  /** The list as older versions wrote it. */
  get olderIndex(): string {
    return join(this.path, 'index.json');
  }

  get texts(): string {
    return join(this.path, 'text');
  }

  get locks(): string {
    return join(this.path, 'locks');
  }

  get windows(): string {
    return join(this.path, 'windows');
  }

  log(key: string): string {
    return join(this.path, `${key}${LOG_END}`);
  }

  text(key: string): string {
    return join(this.texts, `${key}${TEXT_END}`);
  }

  lock(key: string): string {
    return join(this.locks, key);
  }

  window(id: string): string {
    return join(this.windows, id);
  }
}

/** Whether a session of that key can have files. */
export function isFileKey(key: string): boolean {
  return KEY.test(key);
}

/** The key of the session whose log a file is; undefined for other files. */
export function keyOfLog(name: string): string | undefined {
  return keyBefore(name, LOG_END);
}

/** The key of the session whose search text a file is; undefined for other files. */
export function keyOfText(name: string): string | undefined {
  return keyBefore(name, TEXT_END);
}

function keyBefore(name: string, end: string): string | undefined {
  if (!name.endsWith(end)) return undefined;
  const key = name.slice(0, -end.length);
  return isFileKey(key) ? key : undefined;
}
