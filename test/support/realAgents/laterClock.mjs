// Loaded into a program before its own code: sets its clock a minute ahead of where the start before it began, for
// programs that name files by the minute. The folder in STARTS has a file for each start.
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MINUTE_MS = 60_000;

const folder = process.env.STARTS;
if (folder !== undefined) {
  const aheadMs = readdirSync(folder).length * MINUTE_MS;
  writeFileSync(join(folder, String(process.pid)), '');
  const SystemDate = Date;
  globalThis.Date = class extends SystemDate {
    constructor(...given) {
      if (given.length === 0) super(SystemDate.now() + aheadMs);
      else super(...given);
    }

    static now() {
      return SystemDate.now() + aheadMs;
    }
  };
}
