// Links to the files a tool call works on, at their lines.
import { MAX_SHOWN_PATHS } from '../../../src/core/permissions/shownRequest.ts';
import { fileLink } from '../../../src/core/text/links.ts';
import type { ToolCall } from '../../../src/core/session/toolCall/state.ts';
import { useFold, usePost, useSession, useSessionKey, useView } from '../state/panelContext.tsx';
import { TextPieces } from '../../text/PlainText.tsx';
import { shortEnd } from '../../text/shortText.ts';
import { Icon } from '../../ui/Icon.tsx';
import { shownName, shownPath } from './shownPath.ts';
import { toolCallStrings } from './toolCallStrings.ts';

export interface LocationsProps {
  /** Unique in the session. */
  readonly id: string;
  readonly locations: ToolCall['locations'];
  /** Whether each path is shown in full, because the user decides about it. */
  readonly isWhole?: boolean;
}

export function Locations({ id, locations, isWhole = false }: LocationsProps) {
  const post = usePost();
  const key = useSessionKey();
  const folder = useSession(({ cwd }) => cwd);
  const roots = useView(({ panel }) => panel?.roots);
  const [areAll, showAll] = useFold(`${id}:locations`, false);
  const shown = areAll ? locations : locations.slice(0, MAX_SHOWN_PATHS);
  const left = locations.length - shown.length;
  return (
    <div className="wrapping-row chips">
      {shown.map(({ path, line }, index) => {
        const suffix = line === undefined ? '' : `:${line}`;
        return (
          <button
            key={index}
            type="button"
            className="chip"
            data-testid="location"
            title={shortEnd(shownPath(path, folder, roots)) + suffix}
            onClick={() =>
              post({ type: 'open_link', key, href: fileLink(path, line === undefined ? {} : { line }) })
            }
          >
            <Icon name="go-to-file" />
            <span className="one-line chip-name">
              <TextPieces text={isWhole ? shownPath(path, folder, roots) : shortEnd(shownName(path))} />
              {suffix}
            </span>
          </button>
        );
      })}
      {left > 0 && (
        <button type="button" className="show-all" onClick={() => showAll(true)}>
          {toolCallStrings.showMoreLocations(left)}
        </button>
      )}
    </div>
  );
}
