interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** How far below its top a line meets a box that is not low. */
const MEETS = 20;

/** The line from one box to another: a curve where they stand beside each other, else around the edge at `gutter`. */
export function lineBetween(from: Box, to: Box, gutter: number): string {
  const [start, end] = [heightOf(from), heightOf(to)];
  if (from.right <= to.left) return curve(from.right, start, to.left, end);
  if (to.right <= from.left) return curve(from.left, start, to.right, end);
  const edge = (box: Box) => (gutter <= box.left ? box.left : box.right);
  return `M${edge(from)} ${start}H${gutter}V${end}H${edge(to)}`;
}

function curve(x: number, y: number, toX: number, toY: number): string {
  const middle = (x + toX) / 2;
  return `M${x} ${y}C${middle} ${y} ${middle} ${toY} ${toX} ${toY}`;
}

function heightOf({ top, bottom }: Box): number {
  return Math.min((top + bottom) / 2, top + MEETS);
}
