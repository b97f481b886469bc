/** The path of a URL without its query. */
export function pathOf(url: string): string {
  const end = url.indexOf('?');
  const target = end < 0 ? url : url.slice(0, end);
  return target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/]*/i, '');
}

/** Whether a URL is a path or lies below it. */
export function isBelow(path: string, url: string): boolean {
  return url.startsWith(path) && /^[/?]?$/.test(url.charAt(path.length));
}

/** The form of bodies for a path without a route: content is served under a version, such as `/v1`. */
export function bodyFormOf(path: string): 'cms' | 'content' {
  return /^\/v\d+(\/|$)/.test(path) ? 'content' : 'cms';
}
