import { h, type VNode } from 'vue';
import type { FieldDescription } from '../../../api/definitions.ts';
import { OwnCell } from '../../../parts/own-parts/own-cell.ts';
import './displays.css';

/** The bound of columns whose field sets none. */
const LOWEST = -2_147_483_648;

/**
 * What a definition's `display` or `cell` shows in place of a value's text; undefined where that is all there is. Plain elements, because
 * grids draw hundreds of them.
 */
export function cellNode(field: FieldDescription, value: unknown, text: string): VNode | undefined {
  if (field.cell !== undefined) return h(OwnCell, { field, value, text });
  if (value === null || value === undefined || value === '') return undefined;
  switch (field.display) {
    case 'progress':
      return progress(partOf(field, Number(value)), text);
    case 'rating':
      return rating(Number(value), Number(field.max), text);
    case 'color':
      return CSS.supports('color', text) ? swatch(text) : undefined;
    case 'link':
      return link(field.kind, text);
    default:
      return undefined;
  }
}

function progress(part: number, text: string): VNode {
  const bar = h('span', { style: { inlineSize: `${100 * part}%` } });
  return h('span', { class: 'cell-progress' }, [
    h('span', { class: 'cell-bar', 'aria-hidden': 'true' }, bar),
    h('span', { class: 'cell-number' }, text),
  ]);
}

/** How much of a bar is full, from 0 to 1. */
function partOf({ min, max }: FieldDescription, value: number): number {
  const least = min === undefined || Number(min) === LOWEST ? 0 : Number(min);
  const length = Number(max) - least;
  return length > 0 ? Math.min(1, Math.max(0, (value - least) / length)) : 0;
}

/** Values from before a smaller `max` show as many stars as there are. */
function rating(value: number, max: number, text: string): VNode {
  const full = Math.min(max, Math.max(0, Math.round(value)));
  const unlit = h('span', { class: 'cell-unlit' }, '★'.repeat(max - full));
  return h('span', { class: 'cell-rating' }, [
    h('span', { 'aria-hidden': 'true' }, ['★'.repeat(full), unlit]),
    h('span', { class: 'for-readers' }, text),
  ]);
}

function swatch(text: string): VNode {
  const color = h('span', { class: 'cell-swatch', 'aria-hidden': 'true', style: { backgroundColor: text } });
  return h('span', { class: 'cell-color' }, [color, text]);
}

/** Only addresses of mail and of the web become links. */
function link(kind: string, text: string): VNode | undefined {
  if (kind === 'email') return anchor(`mailto:${encodeURIComponent(text)}`, text);
  const isWeb = ['http:', 'https:'].includes(URL.parse(text)?.protocol ?? '');
  return isWeb ? anchor(text, text) : undefined;
}

function anchor(href: string, text: string): VNode {
  return h('a', { href, target: '_blank', rel: 'noopener noreferrer', tabindex: -1 }, text);
}
