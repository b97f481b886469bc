import type { Section } from './world.ts';

const meta = document.querySelector<HTMLMetaElement>('meta[name=quire-tiles]');
const pattern = meta?.content ?? '';

/** Whose tiles they are, in words. */
export const credit = pattern === '' ? '' : (meta?.dataset.credit ?? '');

/** The pixels of a tile's side, and the nearest that servers have tiles of. */
const SIDE = 256;
const NEAREST = 18;

export interface Tile {
  readonly address: string;
  readonly left: number;
  readonly top: number;
  readonly side: number;
}

/** The tiles that cover a section; none where the project names no server of tiles. */
export function tilesIn({ middle, size }: Section, width: number, height: number, from = pattern): Tile[] {
  if (from === '') return [];
  const level = Math.min(NEAREST, Math.max(0, Math.round(Math.log2(size / SIDE))));
  const side = size / 2 ** level;
  const columns = covering(middle.x * size, width, side, 2 ** level);
  const lines = covering(middle.y * size, height, side, 2 ** level);
  return lines.flatMap((y) =>
    columns.map((x) => ({
      address: from.replace('{z}', String(level)).replace('{x}', String(x)).replace('{y}', String(y)),
      left: x * side - middle.x * size + width / 2,
      top: y * side - middle.y * size + height / 2,
      side,
    })),
  );
}

/** The numbers of the tiles, in one direction, that cover a length about a middle. */
function covering(middle: number, length: number, side: number, count: number): number[] {
  const first = Math.max(0, Math.floor((middle - length / 2) / side));
  const last = Math.min(count - 1, Math.floor((middle + length / 2) / side));
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}
