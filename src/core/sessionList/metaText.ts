// What an agent says about a session besides its title, as text: to be shown, searched and filtered.
import { displayLanguage } from '../text/localization.ts';
import { oneLine } from '../text/oneLine.ts';
import { startOf } from '../text/wholeCharacters.ts';
import type { Meta, MetaValue } from '../session/info/state.ts';

/** The length of the name and the value of a field, in UTF-16 code units. */
const MAX_FIELD_LENGTH = 200;

/** The length of what stands beside a session's title. */
const MAX_HIGHLIGHT_LENGTH = 40;

/**
 * Each field as `name: value` in a line of its own, where its value is a word, a number or a list of them: objects are
 * for programs. The metadata of Parley's own agents is for its own views.
 */
export function metaLines(meta: Meta): readonly string[] {
  return Object.entries(meta)
    .filter(([name]) => !name.startsWith('parley.dev/'))
    .flatMap(([name, value]) => {
      const text = valueText(value);
      return text === '' ? [] : [startOf(oneLine(`${name}: ${text}`), MAX_FIELD_LENGTH)];
    });
}

/** The status and the progress of a session, where the agent reports them in fields of these names. */
export function metaHighlights({ status, progress }: Meta): readonly string[] {
  const texts = [typeof status === 'string' ? status : '', progressText(progress)];
  return texts.map((text) => startOf(oneLine(text), MAX_HIGHLIGHT_LENGTH)).filter((text) => text !== '');
}

/** A share, a percentage, so many of so many, or what the agent calls it; empty for anything else. */
function progressText(progress: MetaValue | undefined): string {
  if (typeof progress === 'string') return progress;
  if (typeof progress === 'number') {
    const share = progress > 1 ? progress / 100 : progress;
    if (share < 0 || share > 1) return '';
    return new Intl.NumberFormat(displayLanguage(), { style: 'percent' }).format(share);
  }
  if (typeof progress !== 'object' || progress === null || Array.isArray(progress)) return '';
  const fields = new Map(Object.entries(progress));
  const done = ['completed', 'current', 'done'].map((name) => fields.get(name)).find(isCount);
  const total = fields.get('total');
  return done !== undefined && isCount(total) ? `${done}/${total}` : '';
}

function isCount(value: MetaValue | undefined): value is number {
  return typeof value === 'number' && value >= 0;
}

/** Empty for what is no text, and for a text that is data. */
function valueText(value: MetaValue): string {
  if (Array.isArray(value)) {
    const texts = value.map(valueText);
    return texts.includes('') ? '' : texts.join(', ');
  }
  if (value === null || typeof value === 'object') return '';
  const text = String(value).trim();
  return /^[{[]\s*["{[\]}]/.test(text) ? '' : text;
}
