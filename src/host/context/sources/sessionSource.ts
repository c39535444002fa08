// Other sessions, as Markdown, as a source of context.
import { endWithNote } from '../../../core/mentions/contextText.ts';
import { targetAddress } from '../../../core/mentions/mentionTarget.ts';
import { MentionError } from '../../../core/mentions/mentionError.ts';
import type { MentionOption } from '../../../core/panel/mentionOption.ts';
import type { AgentRedactors } from '../../../core/secrets/agentRedactors.ts';
import type { SessionList } from '../../../core/sessionList/sessionList.ts';
import type { SessionArchive } from '../../../history/sessionArchive.ts';
import { entryTitle } from '../../sessions/list/entryTitle.ts';
import type { SessionOpener } from '../../sessions/sessionOpener.ts';
import { contextStrings } from '../contextStrings.ts';
import type { ContextSource } from './contextSource.ts';
import { fitting, shownDetail, shownName } from './optionText.ts';

export interface SessionSourceOptions {
  readonly list: Pick<SessionList, 'entries'>;
  readonly archive: Pick<SessionArchive, 'state'> & { opened(): Promise<unknown> };
  readonly opener: Pick<SessionOpener, 'open'>;
  /** Hide agents' secrets in what another agent is sent. */
  readonly redactors: AgentRedactors;
  /** The session in which is typed. */
  readonly shownKey: () => string | undefined;
}

export function sessionSource(options: SessionSourceOptions): ContextSource<'session'> {
  const { list, archive, opener, redactors, shownKey } = options;
  return {
    async list({ text, isNarrowed }, report) {
      if (text.trim() === '' && !isNarrowed) return;
      await archive.opened();
      const found = list.entries().flatMap((entry): MentionOption[] => {
        if (entry.key === undefined || entry.key === shownKey()) return [];
        const uri = targetAddress({ kind: 'session', key: entry.key });
        return [
          { kind: 'session', name: shownName(entryTitle(entry)), uri, detail: shownDetail(entry.agent) },
        ];
      });
      report(fitting(found, text));
    },
    async details({ key }) {
      const entry = list.entries().find((each) => each.key === key);
      if (entry !== undefined) return { detail: shownDetail(`${entryTitle(entry)} · ${entry.agent}`) };
      const state = await archive.state(key);
      return state === undefined
        ? { problem: contextStrings.sessionGone() }
        : { detail: shownDetail(state.agent) };
    },
    async read({ target }) {
      const state = await archive.state(target.key);
      if (state === undefined) throw new MentionError(contextStrings.sessionGone());
      const { exportMarkdown } = await import('../../../core/history/exportMarkdown.ts');
      const redactor = await redactors.current(state.agent);
      const text = endWithNote(redactor.values(exportMarkdown(state)));
      return [
        { type: 'resource', resource: { uri: targetAddress(target), mimeType: 'text/markdown', text } },
      ];
    },
    async open({ key }) {
      if ((await archive.state(key)) === undefined) return false;
      await opener.open(key);
      return true;
    },
  };
}
