// Which sessions have a file because they wait, before anything else is loaded for them.
import { readdirSync } from 'node:fs';

export function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // No session has waited yet.
    return [];
  }
}
