interface Step {
  readonly rows: number;
  readonly columns: number;
}

interface Bounds {
  /** Rows that are seen at a time. */
  readonly page: number;
  readonly rows: number;
  readonly columns: number;
}

/** Where a key leads in a grid; undefined for keys that mean nothing there. */
export function stepFor(event: KeyboardEvent, { page, rows, columns }: Bounds): Step | undefined {
  const forward = getComputedStyle(event.target as Element).direction === 'rtl' ? -1 : 1; // a grid listens on itself
  const isFar = event.ctrlKey || event.metaKey;
  switch (event.key) {
    case 'ArrowDown':
      return { rows: isFar ? rows : 1, columns: 0 };
    case 'ArrowUp':
      return { rows: isFar ? -rows : -1, columns: 0 };
    case 'ArrowRight':
      return { rows: 0, columns: forward };
    case 'ArrowLeft':
      return { rows: 0, columns: -forward };
    case 'PageDown':
      return { rows: page, columns: 0 };
    case 'PageUp':
      return { rows: -page, columns: 0 };
    case 'Home':
      return { rows: isFar ? -rows : 0, columns: -columns };
    case 'End':
      return { rows: isFar ? rows : 0, columns };
    default:
      return undefined;
  }
}
