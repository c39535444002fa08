// What can be rewound to before a prompt: code, conversation or both; and the files that the code is.
import './branches.css';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { RestoredFile } from '../../../src/core/changes/restoredFile.ts';
import type { PanelMessage } from '../../../src/core/panel/panelMessage.ts';
import { promptCount, promptCut } from '../../../src/core/session/branches/promptCut.ts';
import type { Prompt } from '../../../src/core/session/entries.ts';
import { Icon } from '../../ui/Icon.tsx';
import { MenuList, type MenuItem } from '../../ui/Menu.tsx';
import { WindowedList, type RowPlace } from '../../ui/WindowedList.tsx';
import { usePanel, usePanelServices, useSession, useSessionKey, useView } from '../state/panelContext.tsx';
import { branchStrings } from './branchStrings.ts';
import { StillRunning } from './StillRunning.tsx';
import { resendWay } from './resendWay.ts';

type What = Extract<PanelMessage, { type: 'rewind' }>['what'];

export interface RewindChoicesProps {
  readonly entry: Prompt;
  readonly onClose: () => void;
}

export function RewindChoices({ entry, onClose }: RewindChoicesProps) {
  const { store, post } = usePanelServices();
  const key = useSessionKey();
  const agent = usePanel((panel) => panel.agent.title);
  const sessionAbilities = usePanel((panel) => panel.sessionAbilities);
  const isRunning = useSession(({ turn }) => turn !== undefined);
  const isReadOnly = useSession(({ readOnly }) => readOnly !== undefined);
  const files = useFilesToRestore(entry, isRunning);
  // What stands before a prompt does not change, and while the menu is open nothing is sent.
  const { way, prompts } = useMemo(() => {
    const { session } = store.view;
    if (session === undefined) return { way: undefined, prompts: 0 };
    const found = resendWay(session, { sessionAbilities }, entry.id);
    const before = promptCut(session, entry.id)?.promptsBefore ?? 0;
    // The agent does not have a session that is read-only.
    return {
      way: isReadOnly && found === 'fork' ? undefined : found,
      prompts: promptCount(session) - before,
    };
  }, [store, sessionAbilities, entry.id, isReadOnly]);

  const running = isRunning ? branchStrings.afterTurn() : undefined;
  const withoutFiles =
    running ??
    (files === 'unknown'
      ? branchStrings.noCheckpoint()
      : files?.length === 0
        ? branchStrings.noFileChanged()
        : undefined);
  const listed = files === 'unknown' ? [] : (files ?? []);
  const filesDetail =
    files === undefined ? branchStrings.comparingFiles() : branchStrings.restoresFiles(listed.length);
  const row = useCallback(
    (file: RestoredFile, place: RowPlace) => (
      <FileRow
        key={file.path}
        file={file}
        place={place}
        onOpen={() => post({ type: 'rewind_diff', key, entryId: entry.id, path: file.path })}
      />
    ),
    [post, key, entry.id],
  );
  const promptsDetail = branchStrings.removesPrompts(prompts);
  const item = (
    what: What,
    icon: string,
    label: string,
    detail: string,
    unavailable: string | undefined,
  ): MenuItem => ({
    id: what,
    icon,
    label,
    detail,
    unavailable,
    onChoose: () =>
      post({
        type: 'rewind',
        key,
        entryId: entry.id,
        what,
        into: way ?? 'new_session',
        shown: listed.map(({ path }) => path),
      }),
  });
  return (
    <div className="column rewind-menu">
      <MenuList
        label={branchStrings.rewindTo()}
        onClose={onClose}
        items={[
          item(
            'all',
            'history',
            branchStrings.codeAndConversation(),
            `${filesDetail} · ${promptsDetail}`,
            withoutFiles,
          ),
          item('code', 'code', branchStrings.onlyCode(), filesDetail, withoutFiles),
          item(
            'conversation',
            'comment-discussion',
            branchStrings.onlyConversation(),
            promptsDetail,
            running,
          ),
        ]}
      />
      <div className="column detail-text rewind-details">
        <p data-testid="rewind-way" data-way={way ?? 'transcript'}>
          {wayText(way, agent)} {branchStrings.sessionStays()}
        </p>
        <StillRunning />
        {listed.length > 0 && (
          <>
            <p>
              {branchStrings.filesToRestore()}. {branchStrings.ownEditsToo()}
            </p>
            <WindowedList className="rewind-files" items={listed} row={row} />
          </>
        )}
      </div>
    </div>
  );
}

/** The files that differ from the checkpoint; undefined until that is known, and `unknown` where it cannot be. */
function useFilesToRestore(
  { id, checkpoint }: Prompt,
  isRunning: boolean,
): readonly RestoredFile[] | 'unknown' | undefined {
  const { store, post } = usePanelServices();
  const key = useSessionKey();
  const [before] = useState(() => store.view.rewindFiles);
  const answer = useView(({ rewindFiles }) => rewindFiles);
  const hasCheckpoint = checkpoint !== undefined;
  useEffect(() => {
    if (hasCheckpoint && !isRunning) post({ type: 'rewind_preview', key, entryId: id });
  }, [post, key, id, hasCheckpoint, isRunning]);
  if (!hasCheckpoint) return 'unknown';
  if (answer === undefined || answer === before || answer.key !== key || answer.entryId !== id)
    return undefined;
  return answer.files ?? 'unknown';
}

function wayText(way: ReturnType<typeof resendWay>, agent: string): string {
  if (way === 'fork') return branchStrings.rewindsInFork();
  return way === 'new_session'
    ? branchStrings.rewindsInNewSession()
    : branchStrings.rewindsWithTranscript(agent);
}

const ICONS = { modified: 'diff-modified', created: 'diff-added', deleted: 'diff-removed' } as const;

interface FileRowProps {
  readonly file: RestoredFile;
  readonly place: RowPlace;
  readonly onOpen: () => void;
}

function FileRow({ file: { path, name, becomes }, place, onOpen }: FileRowProps) {
  const state =
    becomes === 'created'
      ? branchStrings.fileCreated()
      : becomes === 'deleted'
        ? branchStrings.fileDeleted()
        : undefined;
  return (
    <li {...place} data-state={becomes}>
      <button type="button" className="centered-row rewind-file" title={path} onClick={onOpen}>
        <Icon name={ICONS[becomes]} />
        <span className="fill rewind-file-name">
          <bdi>{name}</bdi>
        </span>
        {state !== undefined && <span>{state}</span>}
      </button>
    </li>
  );
}
