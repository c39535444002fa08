// Web pages as a source of context: the agent is sent the address, and Parley fetches nothing.
import type { MentionOption } from '../../../core/panel/mentionOption.ts';
import type { SessionStore } from '../../../core/sessionLifecycle/sessionStore.ts';
import { contextStrings } from '../contextStrings.ts';
import type { ContextSource } from './contextSource.ts';
import { shownName } from './optionText.ts';

const MAX_ADDRESS_LENGTH = 4_000;

export function urlSource(store: SessionStore): ContextSource<'url'> {
  return {
    list({ text }, report) {
      const url = pageOf(text.trim());
      if (url === undefined) return;
      const option: MentionOption = {
        kind: 'url',
        name: nameOf(url),
        uri: url.href,
        detail: contextStrings.webPage(),
      };
      report([{ option, score: 2 }]);
    },
    async details({ uri }) {
      return { detail: shownName(uri) };
    },
    async read({ target, mention }) {
      return [{ type: 'resource_link', uri: target.uri, name: mention.name }];
    },
    async open({ uri }, key) {
      const { openLink } = await import('../../editors/openLink.ts');
      await openLink(uri, store.state(key)?.cwd ?? '');
      return true;
    },
  };
}

/** The page of an address as it is typed, with or without its scheme. */
function pageOf(text: string): URL | undefined {
  if (text.length > MAX_ADDRESS_LENGTH || /\s/.test(text)) return undefined;
  const address = /^www\.[^.]+\../i.test(text) ? `https://${text}` : text;
  if (!/^https?:\/\/[^/]/i.test(address) || !URL.canParse(address)) return undefined;
  return new URL(address);
}

function nameOf({ host, pathname }: URL): string {
  return shownName(pathname === '/' ? host : host + pathname.replace(/\/$/, ''));
}
