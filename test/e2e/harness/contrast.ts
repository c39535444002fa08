// The contrast of what is rendered, computed in the page: the browser resolves what a theme's color is mixed with.
import type { Page } from 'playwright-core';

/** A color and what it is seen on; both as CSS, with later backgrounds over earlier ones. */
interface Pair {
  readonly name: string;
  readonly color: string;
  readonly backgrounds: readonly string[];
}

/** A part of the panel whose color says something. */
export interface Part {
  readonly selector: string;
  readonly property: 'color' | 'border-top-color' | 'background-color' | 'stroke' | 'outline-color';
}

/** The pairs below a ratio, each with the ratio it has; a pair that the browser cannot resolve has 0. */
async function below(page: Page, minimum: number, pairs: readonly Pair[]): Promise<readonly string[]> {
  const ratios = await page.evaluate((all) => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 1;
    const context = canvas.getContext('2d', { willReadFrequently: true });
    const probe = document.body.appendChild(document.createElement('i'));
    const resolve = (color: string): string => {
      probe.style.color = '';
      probe.style.color = color;
      return probe.style.color === '' ? '' : getComputedStyle(probe).color;
    };
    const luminance = (colors: readonly string[]): number => {
      if (context === null) return 0;
      context.clearRect(0, 0, 1, 1);
      for (const color of colors) {
        context.fillStyle = resolve(color);
        context.fillRect(0, 0, 1, 1);
      }
      const channels = [...context.getImageData(0, 0, 1, 1).data].slice(0, 3).map((value) => {
        const share = value / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return (channels[0] ?? 0) * 0.2126 + (channels[1] ?? 0) * 0.7152 + (channels[2] ?? 0) * 0.0722;
    };
    const found = all.map(({ color, backgrounds }) => {
      if (resolve(color) === '') return 0;
      const behind = luminance(backgrounds);
      const signal = luminance([...backgrounds, color]);
      return (Math.max(behind, signal) + 0.05) / (Math.min(behind, signal) + 0.05);
    });
    probe.remove();
    return found;
  }, pairs);
  return pairs.flatMap(({ name }, index) => {
    const ratio = ratios[index] ?? 0;
    return ratio < minimum ? [`${name}: ${ratio.toFixed(2)}`] : [];
  });
}

/** The variables that have less contrast than `minimum` on one of the backgrounds. */
export async function weakVariables(
  page: Page,
  minimum: number,
  variables: readonly string[],
  backgrounds: readonly string[],
): Promise<readonly string[]> {
  const pairs = variables.flatMap((variable) =>
    backgrounds.map((background) => ({
      name: `${variable} on ${background}`,
      color: `var(${variable})`,
      backgrounds: ['var(--vscode-sideBar-background)', `var(${background}, transparent)`],
    })),
  );
  return await below(page, minimum, pairs);
}

/** The parts that have less contrast than `minimum` with what surrounds them; one that is not rendered counts as 0. */
export async function weakParts(
  page: Page,
  minimum: number,
  parts: readonly Part[],
): Promise<readonly string[]> {
  const pairs = await page.evaluate((all) => {
    /** What is painted behind an element, from the page's root on. */
    const behind = (element: Element): string[] => {
      const colors: string[] = [];
      for (let each = element.parentElement; each !== null; each = each.parentElement) {
        colors.unshift(getComputedStyle(each).backgroundColor);
      }
      return colors;
    };
    return all.map(({ selector, property }) => {
      const element = document.querySelector(selector);
      const name = `${selector} ${property}`;
      if (element === null) return { name: `${name} is not rendered`, color: '', backgrounds: [] };
      const color = getComputedStyle(element).getPropertyValue(property);
      return { name, color, backgrounds: behind(element) };
    });
  }, parts);
  return await below(page, minimum, pairs);
}
