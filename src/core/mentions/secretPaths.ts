// Which paths of a workspace are files with secrets.
import { excludedPaths } from './excludedPaths.ts';
import { SECRET_FILES } from './secretFiles.ts';

/** Whether the file of a relative path has secrets, by its name or that of a folder it is in. */
export const isSecretPath: (path: string) => boolean = excludedPaths(
  SECRET_FILES.map((glob) => `**/${glob}`),
);
