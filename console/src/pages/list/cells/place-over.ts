const MARGIN = 8;
const LEAST_WIDTH = 280;
const MOST_WIDTH = 480;

/** Puts a box over an element, inside the window. */
export function placeOver(box: HTMLElement, under: Element): void {
  const { left, top, width } = under.getBoundingClientRect();
  const room = innerWidth - 2 * MARGIN;
  box.style.inlineSize = `${Math.min(Math.max(width, LEAST_WIDTH), MOST_WIDTH, room)}px`;
  const { width: its, height } = box.getBoundingClientRect();
  const across = Math.max(MARGIN, Math.min(left, innerWidth - its - MARGIN));
  const down = Math.max(MARGIN, Math.min(top, innerHeight - height - MARGIN));
  box.style.translate = `${across}px ${down}px`;
}
