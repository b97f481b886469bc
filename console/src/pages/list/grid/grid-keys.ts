interface GridMove {
  readonly records: number;
  readonly columns: number;
  /** An end of the whole list, also if it is not loaded. */
  readonly end?: 'first' | 'last';
}

interface Bounds {
  /** Records per screen. */
  readonly page: number;
  readonly records: number;
}

/** The target of a key in a grid; undefined for other keys. */
export function stepFor(event: KeyboardEvent, { page, records }: Bounds): GridMove | undefined {
  const forward = getComputedStyle(event.target as Element).direction === 'rtl' ? -1 : 1; // a grid listens on itself
  const isFar = event.ctrlKey || event.metaKey;
  const first = { records: -records, columns: 0, end: 'first' } as const;
  const last = { records, columns: 0, end: 'last' } as const;
  switch (event.key) {
    case 'ArrowDown':
      return isFar ? last : { records: 1, columns: 0 };
    case 'ArrowUp':
      return isFar ? first : { records: -1, columns: 0 };
    case 'ArrowRight':
      return { records: 0, columns: forward };
    case 'ArrowLeft':
      return { records: 0, columns: -forward };
    case 'PageDown':
      return { records: page, columns: 0 };
    case 'PageUp':
      return { records: -page, columns: 0 };
    case 'Home':
      return first;
    case 'End':
      return last;
    default:
      return undefined;
  }
}
