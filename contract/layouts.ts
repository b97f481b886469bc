/** The ways to show records beside a table and a tree, each with the kinds of fields that lay the records out. */
export const LAYOUTS = {
  gallery: ['file', 'files'],
  board: ['choice'],
  calendar: ['date-time', 'date'],
  map: ['point'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type LayoutName = keyof typeof LAYOUTS;
