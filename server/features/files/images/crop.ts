import type { ImageSize } from '../../../storage/upload-rules.ts';

/** Where the eye should rest, in per cent from the left and from the top. */
export interface Focus {
  readonly x: number;
  readonly y: number;
}

export interface Part extends ImageSize {
  readonly left: number;
  readonly top: number;
}

/** The largest part of an image that has the shape of a size, with the focus as near to its middle as the edges allow. */
export function partAround(focus: Focus, image: ImageSize, size: ImageSize): Part {
  const scale = Math.min(image.width / size.width, image.height / size.height);
  const lengthOf = (wanted: number, there: number) =>
    Math.min(there, Math.max(1, Math.round(wanted * scale)));
  const width = lengthOf(size.width, image.width);
  const height = lengthOf(size.height, image.height);
  return {
    left: startOf(width, image.width, focus.x),
    top: startOf(height, image.height, focus.y),
    width,
    height,
  };
}

/** The size in which a part is shown: never more pixels than it has. */
export function shownSize(part: ImageSize, { width, height }: ImageSize): ImageSize {
  return part.width < width || part.height < height
    ? { width: part.width, height: part.height }
    : { width, height };
}

function startOf(length: number, whole: number, percent: number): number {
  const wanted = Math.round((whole * percent) / 100 - length / 2);
  return Math.min(Math.max(wanted, 0), whole - length);
}
