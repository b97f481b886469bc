/** The longest path of a field that is taken from a page. */
const MOST_LETTERS = 300;

/** What a page may say: that it listens, or which field somebody clicked. */
export type PageMessage = { readonly is: 'ready' } | { readonly is: 'field'; readonly path: string };

interface Heard {
  readonly source: unknown;
  readonly origin: string;
  readonly data: unknown;
}

/** Reads a message of the page in a frame; undefined for anything else, and for what others send. */
export function readPageMessage(
  { source, origin, data }: Heard,
  frame: { readonly window: unknown; readonly origin: string },
): PageMessage | undefined {
  if (!frame.window || source !== frame.window || origin !== frame.origin) return undefined;
  const { quire, path } = (typeof data === 'object' && data !== null ? data : {}) as Record<string, unknown>;
  if (quire === 'ready') return { is: 'ready' };
  const isPath = typeof path === 'string' && path.length <= MOST_LETTERS && /^\w+(\.\w+)*$/.test(path);
  return quire === 'field' && isPath ? { is: 'field', path } : undefined;
}
