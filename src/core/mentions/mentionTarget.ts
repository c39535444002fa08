// What the address of a mention stands for, taken apart; and the addresses that are made of such parts.
import { mentionKindOf, type MentionKind } from './mention.ts';
import { decoded } from '../paths/fileUri.ts';

/** Lines of a text, 1-based and both inclusive. */
export interface MentionedLines {
  readonly start: number;
  readonly end: number;
}

/** Which changes of a repository. */
export type GitChanges =
  | { readonly of: 'working-tree' }
  | { readonly of: 'staged' }
  /** Against the commit at which the branch `name` and this one parted. */
  | { readonly of: 'branch'; readonly name: string }
  | { readonly of: 'commit'; readonly id: string };

export type MentionTarget =
  | { readonly kind: 'file'; readonly uri: string }
  | { readonly kind: 'folder'; readonly uri: string }
  /** Lines of the file at the address. */
  | { readonly kind: 'selection'; readonly uri: string; readonly lines: MentionedLines }
  | {
      readonly kind: 'symbol';
      readonly uri: string;
      readonly lines: MentionedLines;
      readonly symbol: string;
    }
  | { readonly kind: 'problems'; readonly file?: string }
  | { readonly kind: 'git'; readonly changes: GitChanges; readonly repository?: string }
  | { readonly kind: 'terminal'; readonly id: string }
  /** A document by its address, or every open editor. */
  | { readonly kind: 'editor'; readonly uri?: string; readonly lines?: MentionedLines }
  | { readonly kind: 'session'; readonly key: string }
  | { readonly kind: 'url'; readonly uri: string }
  | { readonly kind: 'resource'; readonly server: string; readonly uri: string };

/** The target of a kind. */
export type TargetOf<K extends MentionKind> = Extract<MentionTarget, { readonly kind: K }>;

/** The parts of an address; undefined for one that says nothing that can be mentioned. */
export function mentionTarget(address: string): MentionTarget | undefined {
  const kind = mentionKindOf(address);
  if (kind === undefined) return undefined;
  if (kind === 'url') return { kind, uri: address };
  const [beforeFragment = '', fragment] = address.split('#', 2);
  const [path = '', query = ''] = beforeFragment.split('?', 2);
  const values = queryValues(query);
  const lines = linesOf(fragment);
  switch (kind) {
    case 'file':
    case 'folder':
      return { kind, uri: path };
    case 'selection':
    case 'symbol': {
      const symbol = values.get('symbol');
      if (lines === undefined) return { kind: 'file', uri: path };
      if (kind === 'selection' || symbol === undefined) return { kind: 'selection', uri: path, lines };
      return { kind, uri: path, lines, symbol };
    }
    case 'problems': {
      const file = values.get('file');
      return { kind, ...(file === undefined ? {} : { file }) };
    }
    case 'git':
      return gitTarget(path, values);
    case 'terminal': {
      const id = values.get('id');
      return id === undefined ? undefined : { kind, id };
    }
    case 'editor': {
      const uri = values.get('uri');
      if (uri === undefined) return { kind };
      return { kind, uri, ...(lines === undefined ? {} : { lines }) };
    }
    case 'session': {
      const key = values.get('key');
      return key === undefined ? undefined : { kind, key };
    }
    case 'resource': {
      const [server, uri] = [values.get('server'), values.get('uri')];
      return server === undefined || uri === undefined ? undefined : { kind, server, uri };
    }
  }
}

/** The address of a target. */
export function targetAddress(target: MentionTarget): string {
  switch (target.kind) {
    case 'file':
    case 'folder':
    case 'url':
      return target.uri;
    case 'selection':
      return `${target.uri}${fragmentOf(target.lines)}`;
    case 'symbol':
      return `${target.uri}${queryText({ symbol: target.symbol })}${fragmentOf(target.lines)}`;
    case 'problems':
      return `parley:/problems${queryText({ file: target.file })}`;
    case 'git': {
      const { changes, repository } = target;
      const name = changes.of === 'branch' ? changes.name : undefined;
      const id = changes.of === 'commit' ? changes.id : undefined;
      return `parley:/git/${changes.of}${queryText({ name, id, repository })}`;
    }
    case 'terminal':
      return `parley:/terminal${queryText({ id: target.id })}`;
    case 'editor':
      return `parley:/editors${queryText({ uri: target.uri })}${target.lines === undefined ? '' : fragmentOf(target.lines)}`;
    case 'session':
      return `parley:/session${queryText({ key: target.key })}`;
    case 'resource':
      return `parley:/resource${queryText({ server: target.server, uri: target.uri })}`;
  }
}

function gitTarget(path: string, values: ReadonlyMap<string, string>): MentionTarget | undefined {
  const changes = gitChanges(path.replace(/^parley:\/git\//, ''), values);
  const repository = values.get('repository');
  if (changes === undefined) return undefined;
  return { kind: 'git', changes, ...(repository === undefined ? {} : { repository }) };
}

function gitChanges(of: string, values: ReadonlyMap<string, string>): GitChanges | undefined {
  if (of === 'working-tree' || of === 'staged') return { of };
  const [name, id] = [values.get('name'), values.get('id')];
  if (of === 'branch' && name !== undefined) return { of, name };
  return of === 'commit' && id !== undefined && /^[0-9a-f]{4,64}$/i.test(id) ? { of, id } : undefined;
}

function linesOf(fragment: string | undefined): MentionedLines | undefined {
  const [, first, last] = /^L(\d{1,9})(?:[:-]L?(\d{1,9}))?/.exec(fragment ?? '') ?? [];
  if (first === undefined) return undefined;
  const start = Math.max(1, Number(first));
  return { start, end: Math.max(start, Number(last ?? first)) };
}

function fragmentOf({ start, end }: MentionedLines): string {
  return `#L${start}:${end}`;
}

function queryValues(query: string): ReadonlyMap<string, string> {
  const pairs = query.split('&').flatMap((pair): [string, string][] => {
    const [name = '', ...rest] = pair.split('=');
    return name === '' ? [] : [[name, decoded(rest.join('='))]];
  });
  return new Map(pairs);
}

function queryText(values: Readonly<Record<string, string | undefined>>): string {
  const pairs = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encoded(value)}`],
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** With the parentheses, which would end a mention in a text. */
function encoded(value: string): string {
  return encodeURIComponent(value.toWellFormed()).replaceAll('(', '%28').replaceAll(')', '%29');
}
