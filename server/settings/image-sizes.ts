const MOST_SIZES = 20;
const MOST_PIXELS = 4000;

export const imageSizesForm = 'at most 20 sizes such as card=400x300,hero=1600x900; sides from 1 to 4000';

/** Reads `card=400x300,hero=1600x900`; undefined if it cannot be used. */
export function readImageSizes(
  text: string,
): ReadonlyMap<string, { readonly width: number; readonly height: number }> | undefined {
  if (text === '') return new Map();
  const sizes = text.split(',').map((one) => {
    const [, name = '', ...sides] = /^\s*([a-z][a-z0-9_-]{0,39})=(\d{1,4})x(\d{1,4})\s*$/.exec(one) ?? [];
    const [width = 0, height = 0] = sides.map(Number);
    return [name, { width, height }] as const;
  });
  const isSound = sizes.every(
    ([name, { width, height }]) =>
      name !== '' && Math.min(width, height) > 0 && Math.max(width, height) <= MOST_PIXELS,
  );
  const byName = new Map(sizes);
  return isSound && sizes.length <= MOST_SIZES && byName.size === sizes.length ? byName : undefined;
}
