// The active file or its selection, which goes with the next prompt as long as it is on.
import type { ImplicitContext } from '../../../../src/core/panel/addedContext.ts';
import { activeFileLink } from '../../../../src/core/mentions/activeFile.ts';
import { mentionKindOf, mentionText } from '../../../../src/core/mentions/mention.ts';
import type { PromptPart } from '../../../../src/core/panel/draftAttachment.ts';
import type { ContentBlock } from '../../../../src/core/session/content.ts';
import { oneLine } from '../../../../src/core/text/oneLine.ts';
import { usePost, useView } from '../../state/panelContext.tsx';
import type { PanelView } from '../../state/store.ts';
import { shortEnd, shortText } from '../../../text/shortText.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { attachStrings } from './attachStrings.ts';

export function ImplicitContextChip() {
  const post = usePost();
  const context = useView(({ implicitContext }) => implicitContext);
  const isOn = useView(({ isImplicitContextOn }) => isImplicitContextOn);
  if (context === undefined) return null;
  const isSelection = mentionKindOf(context.uri) === 'selection';
  const path = shortEnd(oneLine(context.path));
  const says = isOn
    ? isSelection
      ? attachStrings.sendsSelection(path)
      : attachStrings.sendsFile(path)
    : attachStrings.staysOut(path);
  return (
    <button
      type="button"
      className="dim implicit-context"
      data-testid="implicit-context"
      data-name={shortText(context.name)}
      aria-pressed={isOn}
      aria-label={says}
      title={says}
      onClick={() => post({ type: 'set_implicit_context', isOn: !isOn })}
    >
      <Icon name={isOn ? (isSelection ? 'list-selection' : 'file') : 'eye-closed'} />
      <bdi className="one-line implicit-name">{shortText(oneLine(context.name))}</bdi>
    </button>
  );
}

/** What goes with a prompt: the active file, as a link, or its selection; nothing with commands and what is mentioned already. */
export function implicitContextOf(
  content: readonly PromptPart[],
  { implicitContext: context, isImplicitContextOn }: PanelView,
): readonly ContentBlock[] {
  if (context === undefined || !isImplicitContextOn || isThere(content, context)) return [];
  if (mentionKindOf(context.uri) !== 'selection') {
    return [activeFileLink(context)];
  }
  return [{ type: 'text', text: `\n\n${mentionText(context)}` }];
}

function isThere(content: readonly PromptPart[], { uri }: ImplicitContext): boolean {
  return content.some(
    (block) =>
      (block.type === 'text' && (block.text.startsWith('/') || block.text.includes(`](${uri})`))) ||
      (block.type === 'resource_link' && block.uri === uri),
  );
}
