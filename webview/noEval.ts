// Tells zod not to compile schemas with eval, which the content security policy forbids.
// Imported before every schema: zod looks at this when a schema is made.
import * as z from 'zod';

z.config({ jitless: true });
