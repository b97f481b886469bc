import type { ToUrl } from './public-url.ts';

/** The stored form of a picture's address: of an upload only the path, so that it survives a move of the site; null for none. */
export function toAvatarPath(given: string | null, toUrl: ToUrl): string | null {
  const uploads = toUrl('/assets/');
  return (given?.startsWith(uploads) ? given.slice(uploads.length) : given) || null;
}

/** The address of a picture, for clients. */
export function toAvatarUrl(kept: string | null, toUrl: ToUrl): string | null {
  return kept === null || /^https?:/.test(kept) ? kept : toUrl(`/assets/${kept}`);
}
