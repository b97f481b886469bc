/** How wide a page is shown, in pixels. */
export const WIDTHS = { phone: 390, tablet: 768, desktop: 1280 } as const;
export type WidthName = keyof typeof WIDTHS;

/** The scale at which a page of this width fits its room: never enlarged. */
export function scaleOf(width: number, room: number): number {
  return room > 0 ? Math.min(1, room / width) : 1;
}
