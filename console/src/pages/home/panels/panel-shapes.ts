import type { PanelGroup } from '../../../api/panels.ts';

/** How long each bar is, as a share of the longest in percent. Nothing is shorter than nothing. */
export function sharesOf(items: readonly Pick<PanelGroup, 'value'>[]): number[] {
  const values = items.map(({ value }) => Math.max(0, Number(value ?? 0)));
  const longest = Math.max(...values, 0);
  return values.map((value) => (longest === 0 ? 0 : (value / longest) * 100));
}

/** A line through values from left to right, in a box of this size; level if there is one value, or if all are the same. */
export function pointsOf(
  items: readonly Pick<PanelGroup, 'value'>[],
  { width, height }: { readonly width: number; readonly height: number },
): string {
  const values = items.map(({ value }) => Number(value ?? 0));
  const drawn = values.length === 1 ? [...values, ...values] : values;
  const [least, most] = [Math.min(...drawn, 0), Math.max(...drawn)];
  const range = most - least || 1;
  return drawn
    .map((value, index) => {
      const x = (index / Math.max(1, drawn.length - 1)) * width;
      return `${round(x)},${round(height - ((value - least) / range) * height)}`;
    })
    .join(' ');
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
