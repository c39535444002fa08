// Gives every line of the input the direction of its own text.
import { RangeSetBuilder, type Extension } from '@codemirror/state';
import { Decoration, EditorView, ViewPlugin, type DecorationSet } from '@codemirror/view';

const AUTO = Decoration.line({ attributes: { dir: 'auto' } });

/** Only lines that are drawn have an element, and need it. */
function directions({ visibleRanges, state: { doc } }: EditorView): DecorationSet {
  const lines = new RangeSetBuilder<Decoration>();
  let end = -1;
  for (const { from, to } of visibleRanges) {
    let line = doc.lineAt(from);
    while (line.from <= to) {
      // A long line has several visible ranges.
      if (line.from > end) lines.add(line.from, line.from, AUTO);
      end = line.from;
      if (line.to >= doc.length) break;
      line = doc.lineAt(line.to + 1);
    }
  }
  return lines.finish();
}

export const lineDirection: Extension = [
  EditorView.perLineTextDirection.of(true),
  ViewPlugin.define(
    (view) => {
      const plugin = {
        decorations: directions(view),
        update: (update: {
          readonly docChanged: boolean;
          readonly viewportChanged: boolean;
          readonly view: EditorView;
        }) => {
          if (update.docChanged || update.viewportChanged) plugin.decorations = directions(update.view);
        },
      };
      return plugin;
    },
    { decorations: (plugin) => plugin.decorations },
  ),
];
