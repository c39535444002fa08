// How the chat is drawn for reading: size and fonts, density and direction of the text, as properties of the page's root,
// so that nothing is rendered again for them.
import { useEffect, useLayoutEffect } from 'react';
import { usePanel } from './state/panelContext.tsx';

/** Applies the user's settings to the whole page. */
export function useReading(): void {
  const sizePx = usePanel(({ fontSize }) => fontSize);
  const fonts = usePanel(({ fontFamily }) => fontFamily);
  const density = usePanel((panel) => panel.density);
  const direction = usePanel((panel) => panel.direction);
  useLayoutEffect(() => setProperty('--parley-font-size', sizePx === 0 ? '' : `${sizePx}px`), [sizePx]);
  useLayoutEffect(() => setProperty('--parley-font-family', fonts), [fonts]);
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset['density'] = density;
    dataset['direction'] = direction;
  }, [density, direction]);
  useEffect(() => {
    window.addEventListener('keydown', preventPageZoom);
    return () => window.removeEventListener('keydown', preventPageZoom);
  }, []);
}

/** An empty value leaves it to the style sheet. */
function setProperty(name: string, value: string): void {
  const { style } = document.documentElement;
  if (value === '') style.removeProperty(name);
  else style.setProperty(name, value);
}

const ZOOM_KEYS: ReadonlySet<string> = new Set(['=', '+', '-', '_', '0']);

/** VS Code gets the key nevertheless, and changes the font size of the chat; a browser would zoom the window, too. */
function preventPageZoom(event: KeyboardEvent): void {
  if ((event.ctrlKey || event.metaKey) && !event.altKey && ZOOM_KEYS.has(event.key)) event.preventDefault();
}
