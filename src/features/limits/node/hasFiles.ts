// Whether sessions wait, before anything else is loaded for them.
import { readdirSync } from 'node:fs';

export function hasFiles(folder: string): boolean {
  try {
    return readdirSync(folder).length > 0;
  } catch {
    // No session has waited yet.
    return false;
  }
}
