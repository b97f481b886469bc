/** Where the eye should rest in an image, in per cent from the left and the top. */
export interface Focus {
  readonly x: number;
  readonly y: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

export const MIDDLE: Focus = { x: 50, y: 50 };

/** Moved by some per cent, within the image. */
export function movedFocus({ x, y }: Focus, { x: right, y: down }: Focus): Focus {
  return { x: within(x + right), y: within(y + down) };
}

/**
 * The `object-position` that shows the part the server cuts out: the largest of that shape, with the focus as near to
 * its middle as the edges allow.
 */
export function cropPosition(focus: Focus, image: Size, crop: Size): string {
  const scale = Math.max(crop.width / image.width, crop.height / image.height);
  const along = (percent: number, whole: number, part: number) => {
    const room = whole * scale - part;
    if (room < 0.5) return 50;
    const start = Math.min(room, Math.max(0, (percent / 100) * whole * scale - part / 2));
    return Math.round((start / room) * 1000) / 10;
  };
  return `${along(focus.x, image.width, crop.width)}% ${along(focus.y, image.height, crop.height)}%`;
}

function within(percent: number): number {
  return Math.min(100, Math.max(0, Math.round(percent)));
}
