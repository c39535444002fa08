// What a drag holds: addresses of files and folders from VS Code, files from the desktop, or text.

/** What was dropped or pasted, each address once. */
export interface DroppedItems {
  readonly uris: readonly string[];
  /** Without an address: from the desktop. */
  readonly files: readonly File[];
}

/** VS Code's lists of resources, by preference, and what browsers call a list of addresses. */
const URI_LISTS = ['application/vnd.code.uri-list', 'text/uri-list'] as const;
/** JSON arrays of addresses. */
const RESOURCE_URLS = ['resourceurls', 'ResourceURLs'] as const;
/** JSON arrays of absolute paths. */
const CODE_FILES = ['codefiles', 'CodeFiles'] as const;

/** Whether a drag holds more than text. What it is cannot be read before it is dropped. */
export function holdsResources(transfer: DataTransfer | null): boolean {
  if (transfer === null) return false;
  const types = new Set([...transfer.types].map((type) => type.toLowerCase()));
  return ['files', ...URI_LISTS, ...CODE_FILES, ...RESOURCE_URLS].some((type) => types.has(type));
}

/** The resources in a drop. */
export function droppedItems(transfer: DataTransfer): DroppedItems {
  const uris = unique(addressesIn(transfer));
  // VS Code and file managers give the same files with and without their addresses.
  return uris.length > 0 ? { uris, files: [] } : { uris, files: [...transfer.files] };
}

/** The folders among the dropped files of the desktop, which cannot be read; by name. */
export function droppedFolders(transfer: DataTransfer): ReadonlySet<string> {
  const entries = [...transfer.items].map((item) =>
    typeof item.webkitGetAsEntry === 'function' ? item.webkitGetAsEntry() : null,
  );
  return new Set(entries.flatMap((entry) => (entry?.isDirectory === true ? [entry.name] : [])));
}

function addressesIn(transfer: DataTransfer): readonly string[] {
  for (const type of URI_LISTS) {
    const listed = lines(transfer.getData(type)).filter((line) => !line.startsWith('#') && isAddress(line));
    if (listed.length > 0) return listed;
  }
  for (const type of RESOURCE_URLS) {
    const listed = jsonTexts(transfer.getData(type)).filter(isAddress);
    if (listed.length > 0) return listed;
  }
  for (const type of CODE_FILES) {
    const listed = jsonTexts(transfer.getData(type)).map(fileAddress);
    if (listed.length > 0) return listed;
  }
  return [];
}

function lines(text: string): readonly string[] {
  return text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function isAddress(text: string): boolean {
  return /^[a-z][\w+.-]*:\S/i.test(text) && !/^(?:data|javascript|blob):/i.test(text);
}

function jsonTexts(text: string): readonly string[] {
  if (text === '') return [];
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? parsed.filter((each): each is string => typeof each === 'string') : [];
  } catch {
    return [];
  }
}

/** The address of an absolute path of any system. */
function fileAddress(path: string): string {
  const slashed = path.replaceAll('\\', '/');
  const encoded = slashed.split('/').map(encodeURIComponent).join('/');
  if (slashed.startsWith('//')) return `file:${encoded}`;
  return slashed.startsWith('/') ? `file://${encoded}` : `file:///${encoded}`;
}

/** Windows writes one file in several ways: with an encoded colon, with another case of the drive. */
function unique(uris: readonly string[]): readonly string[] {
  const identity = (uri: string): string =>
    uri.replace(
      /^(file:\/\/\/)([a-z])(:|%3A)/i,
      (_all, start: string, drive: string) => `${start}${drive.toLowerCase()}:`,
    );
  return [...new Map(uris.map((uri) => [identity(uri), uri])).values()];
}
