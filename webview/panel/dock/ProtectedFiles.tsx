// The files of a permission request that run on their own, and why: the reason for which no wildcard allows them.
import { protectionStrings } from '../../../src/core/permissions/protectionStrings.ts';
import type { PermissionOption } from '../../../src/core/session/permission/state.ts';
import type { ProtectedFile } from '../../../src/core/session/permission/protectedFile.ts';
import { TextPieces } from '../../text/PlainText.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { dockStrings } from './dockStrings.ts';
import { cutName } from './PermissionOptions.tsx';

/** More would push the answers out of view. */
const MAX_FILES = 5;

export interface ProtectedFilesProps {
  readonly files: readonly ProtectedFile[];
  readonly options: readonly PermissionOption[];
  readonly agent: string;
}

export function ProtectedFiles({ files, options, agent }: ProtectedFilesProps) {
  if (files.length === 0) return null;
  const more = files.length - MAX_FILES;
  const lasting = options.filter(({ kind }) => kind === 'allow_always');
  return (
    // It scrolls in a low window, by keyboard as well.
    <ul className="column plain-list permission-protected" data-testid="permission-protected" tabIndex={0}>
      {files.slice(0, MAX_FILES).map((file) => (
        <li key={file.path} data-reason={file.reason}>
          <Icon name="warning" />
          <span>
            <span>{protectionStrings.reason(file.reason)}</span>
            <span className="dim permission-protected-path">
              <TextPieces text={protectionStrings.canRunCode(file.path)} />
            </span>
          </span>
        </li>
      ))}
      {more > 0 && <li>{dockStrings.moreProtectedFiles(more)}</li>}
      {lasting.map(({ optionId, name }) => (
        <li key={optionId}>
          <Icon name="info" />
          <span>{dockStrings.allowsOtherFiles(cutName(name), cutName(agent))}</span>
        </li>
      ))}
    </ul>
  );
}
