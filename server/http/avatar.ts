import type { ToUrl } from './public-url.ts';

/** What is kept of a picture: uploads by their path alone, so that they are found wherever the site moves; '' and null are none. */
export function toAvatarPath(given: string | null, toUrl: ToUrl): string | null {
  const uploads = toUrl('/assets/');
  return (given?.startsWith(uploads) ? given.slice(uploads.length) : given) || null;
}

/** Where clients find a picture. */
export function toAvatarUrl(kept: string | null, toUrl: ToUrl): string | null {
  return kept === null || /^https?:/.test(kept) ? kept : toUrl(`/assets/${kept}`);
}
