// Keeps zod from compiling schemas with `new Function`; imported before any schema is made.
// The webview's content security policy forbids it, and in the extension host the test for it touches a global that
// VS Code warns about. What it would save is under a microsecond a message.
import * as z from 'zod';

z.config({ jitless: true });
