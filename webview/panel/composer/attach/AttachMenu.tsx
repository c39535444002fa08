// The paperclip in the composer's footer: what can be added to the prompt.
import type { MentionKind } from '../../../../src/core/mentions/mention.ts';
import type { ContextSource } from '../../../../src/core/panel/addedContext.ts';
import { usePanel, usePost, useSessionKey } from '../../state/panelContext.tsx';
import { shortText } from '../../../text/shortText.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { Menu, type MenuItem } from '../../../ui/Menu.tsx';
import { useComposer } from '../composerContext.tsx';
import { attachStrings } from './attachStrings.ts';
import { useAttach } from './useAttach.ts';

export function AttachMenu() {
  const post = usePost();
  const key = useSessionKey();
  const composer = useComposer();
  const { addFiles } = useAttach();
  const agent = usePanel((panel) => shortText(panel.agent.title));
  const acceptsImages = usePanel(({ promptCapabilities }) => promptCapabilities.image);
  const acceptsAudio = usePanel(({ promptCapabilities }) => promptCapabilities.audio);
  const noImages = acceptsImages ? undefined : attachStrings.noImages(agent);
  const noAudio = acceptsAudio ? undefined : attachStrings.noAudio(agent);
  const from = (source: ContextSource) => () => post({ type: 'attach', key, source });
  const list = (kind: MentionKind) => () => composer.listMentions(kind);
  const pasteImage = async (): Promise<void> => {
    const images = await clipboardImages().catch(() => []);
    if (images.length === 0) composer.setNote(attachStrings.noClipboardImage());
    else addFiles(images);
    composer.focus();
  };
  const items: readonly MenuItem[] = [
    { id: 'files', icon: 'files', label: attachStrings.filesAndFolders(), onChoose: from('files') },
    {
      id: 'image',
      icon: 'file-media',
      label: attachStrings.image(),
      unavailable: noImages,
      onChoose: from('image'),
    },
    {
      id: 'clipboard-image',
      icon: 'clippy',
      label: attachStrings.clipboardImage(),
      unavailable: noImages,
      onChoose: () => void pasteImage(),
    },
    {
      id: 'audio',
      icon: 'unmute',
      label: attachStrings.audio(),
      unavailable: noAudio,
      onChoose: from('audio'),
    },
    {
      id: 'selection',
      icon: 'list-selection',
      label: attachStrings.selection(),
      startsGroup: true,
      onChoose: from('selection'),
    },
    { id: 'editors', icon: 'go-to-file', label: attachStrings.openEditors(), onChoose: from('editors') },
    { id: 'problems', icon: 'warning', label: attachStrings.problems(), onChoose: from('problems') },
    { id: 'changes', icon: 'source-control', label: attachStrings.changes(), onChoose: from('changes') },
    { id: 'terminal', icon: 'terminal', label: attachStrings.terminalCommand(), onChoose: list('terminal') },
    { id: 'symbol', icon: 'symbol-method', label: attachStrings.symbol(), onChoose: list('symbol') },
    { id: 'session', icon: 'comment-discussion', label: attachStrings.session(), onChoose: list('session') },
  ];
  return (
    <Menu
      label={attachStrings.addContext()}
      items={items}
      hint={attachStrings.dropHint()}
      testId="attach-menu"
      trigger={({ ref, onClick, ...properties }) => (
        <button
          {...properties}
          ref={ref}
          type="button"
          className="icon-button"
          data-testid="attach"
          aria-haspopup="menu"
          title={attachStrings.addContext()}
          aria-label={attachStrings.addContext()}
          onClick={onClick}
        >
          <Icon name="attach" />
        </button>
      )}
    />
  );
}

/** The images on the clipboard. Rejects where the browser does not allow to read it. */
async function clipboardImages(): Promise<readonly File[]> {
  const items = await navigator.clipboard.read();
  const images = items.flatMap((item) => {
    const type = item.types.find((each) => each.startsWith('image/'));
    return type === undefined ? [] : [{ item, type }];
  });
  return Promise.all(
    images.map(async ({ item, type }) => new File([await item.getType(type)], 'image.png', { type })),
  );
}
