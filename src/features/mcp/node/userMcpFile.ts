// Finds the user's own `mcp.json`: that of the profile that VS Code uses for the window.
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { readBounded } from '../../../storage/boundedRead.ts';

const MAX_BYTES = 16 * 1024 * 1024;

/** What VS Code stores about its profiles beside the storage of extensions; of no public format. */
const profileStorage = z.object({
  userDataProfiles: z.catch(
    z.array(
      z.object({
        location: z.string(),
        useDefaultFlags: z.catch(
          z.exactOptional(z.object({ mcp: z.catch(z.exactOptional(z.boolean()), false) })),
          {},
        ),
      }),
    ),
    [],
  ),
  profileAssociations: z.catch(z.object({ workspaces: z.catch(z.record(z.string(), z.string()), {}) }), {
    workspaces: {},
  }),
});

/**
 * The absolute path, whether there is a file or not. `globalStorage`: the extension's own, which all profiles share;
 * `workspace`: the URI of the window's workspace file or only folder. What is not known means the default profile.
 */
export async function userMcpFile(globalStorage: string, workspace: string | undefined): Promise<string> {
  const storage = dirname(globalStorage);
  const user = dirname(storage);
  const profile =
    workspace === undefined ? undefined : await profileOf(join(storage, 'storage.json'), workspace);
  return profile === undefined ? join(user, 'mcp.json') : join(user, 'profiles', profile, 'mcp.json');
}

/** The name of the folder of a profile that has MCP servers of its own. */
async function profileOf(path: string, workspace: string): Promise<string | undefined> {
  try {
    const stored = profileStorage.parse(JSON.parse((await readBounded(path, MAX_BYTES)).toString('utf8')));
    const id = new Map(Object.entries(stored.profileAssociations.workspaces)).get(workspace);
    const profile = stored.userDataProfiles.find(({ location }) => location === id);
    const isOwn = profile !== undefined && profile.useDefaultFlags?.mcp !== true;
    return isOwn && /^[\w-]+$/.test(profile.location) ? profile.location : undefined;
  } catch {
    return undefined;
  }
}
