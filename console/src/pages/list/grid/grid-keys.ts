interface Step {
  readonly rows: number;
  readonly columns: number;
  /** An end of the whole list, also if it is not loaded. */
  readonly end?: 'first' | 'last';
}

interface Bounds {
  /** Rows per screen. */
  readonly page: number;
  readonly rows: number;
}

/** The target of a key in a grid; undefined for other keys. */
export function stepFor(event: KeyboardEvent, { page, rows }: Bounds): Step | undefined {
  const forward = getComputedStyle(event.target as Element).direction === 'rtl' ? -1 : 1; // a grid listens on itself
  const isFar = event.ctrlKey || event.metaKey;
  const first = { rows: -rows, columns: 0, end: 'first' } as const;
  const last = { rows, columns: 0, end: 'last' } as const;
  switch (event.key) {
    case 'ArrowDown':
      return isFar ? last : { rows: 1, columns: 0 };
    case 'ArrowUp':
      return isFar ? first : { rows: -1, columns: 0 };
    case 'ArrowRight':
      return { rows: 0, columns: forward };
    case 'ArrowLeft':
      return { rows: 0, columns: -forward };
    case 'PageDown':
      return { rows: page, columns: 0 };
    case 'PageUp':
      return { rows: -page, columns: 0 };
    case 'Home':
      return first;
    case 'End':
      return last;
    default:
      return undefined;
  }
}
