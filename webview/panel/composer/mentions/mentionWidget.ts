// A mention as a chip among the text of the input.
import '../../content/content.css';
import '../../mentions/mentions.css';
import { type EditorView, WidgetType } from '@codemirror/view';
import type { PlacedMention } from '../../../../src/core/mentions/mention.ts';
import type { MentionDetails } from '../../../../src/core/panel/mentionOption.ts';
import { mentionFace } from '../../mentions/mentionFace.ts';

export class MentionWidget extends WidgetType {
  readonly placed: PlacedMention;
  readonly details: MentionDetails | undefined;
  readonly #open: (uri: string) => void;

  /** `placed` may have moved since: only what it mentions counts. */
  constructor(placed: PlacedMention, details: MentionDetails | undefined, open: (uri: string) => void) {
    super();
    this.placed = placed;
    this.details = details;
    this.#open = open;
  }

  /** The length of the text that the chip stands for. */
  get #length(): number {
    return this.placed.to - this.placed.from;
  }

  override eq({ placed, details }: MentionWidget): boolean {
    const { name, uri } = this.placed.mention;
    const isSame = placed.mention.name === name && placed.mention.uri === uri;
    return isSame && placed.to - placed.from === this.#length && details === this.details;
  }

  override toDOM(view: EditorView): HTMLElement {
    const { mention, kind } = this.placed;
    const face = mentionFace(mention, kind, this.details);
    const chip = document.createElement('span');
    chip.classList.add('chip', 'mention-chip');
    chip.tabIndex = -1;
    chip.title = face.tooltip;
    setAttributes(chip, {
      role: 'button',
      'aria-label': face.label,
      'data-testid': 'attachment',
      'data-kind': kind,
      'data-name': face.name,
      'data-problem': String(face.hasProblem),
    });
    const icon = document.createElement('span');
    icon.classList.add('codicon', `codicon-${face.icon}`);
    icon.ariaHidden = 'true';
    const name = document.createElement('bdi');
    name.classList.add('one-line', 'chip-name');
    name.textContent = face.text;
    chip.append(icon, name);
    if (face.size !== '') {
      const size = document.createElement('span');
      size.className = 'mention-size';
      size.textContent = face.size;
      chip.append(size);
    }
    // The caret stays where it is.
    chip.addEventListener('mousedown', (event) => event.preventDefault());
    chip.addEventListener('click', () => this.#open(mention.uri));
    chip.addEventListener('keydown', (event) => this.#onKeyDown(event, chip, view));
    return chip;
  }

  /** The chip has the focus by a screen reader, or by a script. */
  #onKeyDown(event: KeyboardEvent, chip: HTMLElement, view: EditorView): void {
    const { key } = event;
    if (key === 'Enter' || key === ' ') this.#open(this.placed.mention.uri);
    else if (key === 'Backspace' || key === 'Delete') {
      const from = view.posAtDOM(chip);
      const to = from + this.#length;
      view.focus();
      view.dispatch({ changes: { from, to }, userEvent: 'delete' });
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

function setAttributes(element: HTMLElement, attributes: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
}
