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
