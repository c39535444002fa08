// git in the folder of a test, as its user runs it.
import { execFileSync } from 'node:child_process';
import type { TrackedFolder } from './trackedFolder.ts';

/** Commands of git in a folder that is open when they run. The configuration of this machine does not count. */
export function folderGit(files: Pick<TrackedFolder, 'folder'>) {
  const git = (...args: readonly string[]): void => {
    const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };
    const user = ['-c', 'user.name=Me', '-c', 'user.email=me@example.com', '-c', 'init.defaultBranch=main'];
    execFileSync('git', [...user, ...args], { cwd: files.folder, env, stdio: 'pipe' });
  };
  const commitAll = (message: string): void => {
    git('add', '-A');
    git('commit', '-q', '-m', message);
  };
  return { git, commitAll };
}
