// Compose in Editor: the button that opens the draft in an editor, and what stands in the input's place meanwhile.
import './composeInEditor.css';
import { usePanel, usePost, useSessionKey } from '../state/panelContext.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { useRequest } from '../state/useRequest.ts';
import { useComposer } from './composerContext.tsx';
import { composerStrings } from './composerStrings.ts';

/** Whether the draft of the shown session is in an editor: then it is changed there. */
export function useIsInEditor(): boolean {
  const key = useSessionKey();
  return usePanel(({ draft }) => draft.isInEditor === true && draft.key === key);
}

export function ComposeButton() {
  const open = useOpenInEditor();
  return (
    <span className="compose-button">
      <IconButton
        icon="screen-full"
        label={composerStrings.composeInEditor()}
        data-testid="compose-in-editor"
        onClick={open}
      />
    </span>
  );
}

export function DraftInEditor() {
  const post = usePost();
  const key = useSessionKey();
  const show = useOpenInEditor();
  return (
    <div className="dim centered-row draft-in-editor" data-testid="draft-in-editor">
      <Icon name="edit" />
      <span className="draft-in-editor-text" role="status">
        {composerStrings.draftInEditor()}
      </span>
      <span className="wrapping-row draft-in-editor-actions">
        <Button appearance="secondary" data-testid="show-prompt-editor" onClick={show}>
          {composerStrings.showEditor()}
        </Button>
        <Button
          appearance="secondary"
          data-testid="return-prompt"
          onClick={() => post({ type: 'end_compose', key, action: 'return' })}
        >
          {composerStrings.returnToChat()}
        </Button>
      </span>
    </div>
  );
}

/**
 * Applies what the user wrote in an editor, sends it with `send` where they sent it there, and opens the editor where a
 * command asks for it.
 */
export function useDraftFromEditor(send: () => void): void {
  const key = useSessionKey();
  const composer = useComposer();
  const open = useOpenInEditor();
  useRequest(['draft_text'], (written) => {
    if (written.key !== key) return;
    composer.setTextOfHost(written.text, written.revision);
    if (written.isSent) send();
  });
  useRequest(['compose_in_editor'], open);
}

/** Returns the function that sends what is in the editor, and closes it. */
export function useSendFromEditor(): () => void {
  const post = usePost();
  const key = useSessionKey();
  return () => post({ type: 'end_compose', key, action: 'send' });
}

function useOpenInEditor(): () => void {
  const post = usePost();
  const key = useSessionKey();
  const composer = useComposer();
  return () => {
    const report = composer.takeReport();
    if (report !== undefined) post({ type: 'draft', key, ...report });
    post({ type: 'compose_in_editor', key });
  };
}
