// The controls around the panel: scene, theme, pseudo-locale and width.
import { scenes } from './scenes.ts';
import { themes } from './themes.ts';

const form = document.querySelector('form');
const frame = document.querySelector('iframe');

function fill(name: string, values: readonly string[]): void {
  const select = form?.querySelector(`select[name=${name}]`);
  select?.replaceChildren(...values.map((value) => new Option(value)));
}

function show(): void {
  if (form === null || frame === null) return;
  const value = (name: string): string =>
    form.querySelector<HTMLSelectElement>(`[name=${name}]`)?.value ?? '';
  const isPseudo = form.querySelector<HTMLInputElement>('[name=pseudo]')?.checked === true;
  const address = `/panel.html?scene=${value('scene')}&theme=${value('theme')}${isPseudo ? '&pseudo' : ''}`;
  if (!frame.src.endsWith(address)) frame.src = address;
  frame.style.width = `${value('width')}px`;
}

fill('scene', Object.keys(scenes));
fill('theme', Object.keys(themes));
form?.addEventListener('input', show);
show();
