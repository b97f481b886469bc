/** Which square of a picture is taken: its middle, in parts of the picture, and how much nearer than the whole. */
export interface Crop {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export const WHOLE: Crop = { x: 0.5, y: 0.5, zoom: 1 };
export const MOST_ZOOM = 5;

/** The nearest crop that lies within the picture. */
export function within({ x, y, zoom }: Crop, { width, height }: Size): Crop {
  const near = clamp(zoom, 1, MOST_ZOOM);
  const half = Math.min(width, height) / near / 2;
  return {
    zoom: near,
    x: clamp(x, half / width, 1 - half / width),
    y: clamp(y, half / height, 1 - half / height),
  };
}

/** The square in pixels of the picture. */
export function squareOf(
  { x, y, zoom }: Crop,
  { width, height }: Size,
): { left: number; top: number; side: number } {
  const side = Math.min(width, height) / zoom;
  return { left: x * width - side / 2, top: y * height - side / 2, side };
}

/** The crop after the picture was moved under the square, by parts of the square's side. */
export function moved(crop: Crop, size: Size, { dx, dy }: { dx: number; dy: number }): Crop {
  const { side } = squareOf(crop, size);
  return within(
    { ...crop, x: crop.x - (dx * side) / size.width, y: crop.y - (dy * side) / size.height },
    size,
  );
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
