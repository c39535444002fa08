// Draws the mentions of the input's text as chips, which the caret steps over and Backspace removes whole.
import { RangeSetBuilder, StateEffect, type Extension } from '@codemirror/state';
import { Decoration, EditorView, ViewPlugin, type DecorationSet, type ViewUpdate } from '@codemirror/view';
import { mentionsIn, type PlacedMention } from '../../../../src/core/mentions/mention.ts';
import type { DetailsByUri } from '../../state/store.ts';
import { MentionWidget } from './mentionWidget.ts';

export interface ChipEvents {
  readonly onOpenMention: (uri: string) => void;
  /** These are drawn now. */
  readonly onMentions: (uris: ReadonlySet<string>) => void;
}

/** The details of mentions have changed. */
export const setMentionDetails = StateEffect.define<DetailsByUri>();

/** The mentions where text is drawn: no more is read of a long text. */
function visibleMentions({ visibleRanges, state }: EditorView): readonly PlacedMention[] {
  return visibleRanges.flatMap(({ from, to }) =>
    mentionsIn(state.sliceDoc(from, to)).map((placed) => ({
      ...placed,
      from: from + placed.from,
      to: from + placed.to,
    })),
  );
}

class MentionChips {
  decorations: DecorationSet = Decoration.none;
  #details: DetailsByUri = new Map();
  readonly #events: () => ChipEvents;

  constructor(view: EditorView, events: () => ChipEvents) {
    this.#events = events;
    this.#draw(view);
  }

  update({ docChanged, viewportChanged, transactions, view }: ViewUpdate): void {
    let detailsChanged = false;
    for (const { effects } of transactions) {
      for (const effect of effects) {
        if (!effect.is(setMentionDetails)) continue;
        this.#details = effect.value;
        detailsChanged = true;
      }
    }
    if (docChanged || viewportChanged || detailsChanged) this.#draw(view);
  }

  /** The chip that is exactly what is selected. */
  selected({ state }: EditorView): MentionWidget | undefined {
    const { from, to, empty } = state.selection.main;
    let found: MentionWidget | undefined;
    if (!empty) {
      this.decorations.between(from, to, (start, end, { spec }) => {
        const { widget }: { widget?: unknown } = spec;
        if (start === from && end === to && widget instanceof MentionWidget) found = widget;
      });
    }
    return found;
  }

  #draw(view: EditorView): void {
    const chips = new RangeSetBuilder<Decoration>();
    const uris = new Set<string>();
    const open = (uri: string): void => this.#events().onOpenMention(uri);
    for (const placed of visibleMentions(view)) {
      const { uri } = placed.mention;
      uris.add(uri);
      const widget = new MentionWidget(placed, this.#details.get(uri), open);
      chips.add(placed.from, placed.to, Decoration.replace({ widget }));
    }
    this.decorations = chips.finish();
    if (uris.size > 0) this.#events().onMentions(uris);
  }
}

/** Returns the extension, and the function that opens the chip that is selected, if one is. */
export function mentionChips(events: () => ChipEvents): {
  readonly extension: Extension;
  readonly openSelected: (view: EditorView) => boolean;
} {
  const plugin = ViewPlugin.define((view) => new MentionChips(view, events), {
    decorations: ({ decorations }) => decorations,
    provide: (self) =>
      EditorView.atomicRanges.of((view) => view.plugin(self)?.decorations ?? Decoration.none),
  });
  return {
    extension: plugin,
    openSelected: (view) => {
      const uri = view.plugin(plugin)?.selected(view)?.placed.mention.uri;
      if (uri !== undefined) events().onOpenMention(uri);
      return uri !== undefined;
    },
  };
}
