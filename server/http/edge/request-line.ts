/** The path of a URL without its query and without a dialect's base. */
export function pathOf(url: string, base: string): string {
  const end = url.indexOf('?');
  const target = end < 0 ? url : url.slice(0, end);
  const path = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/]*/i, '');
  return base !== '' && isBelow(base, path) ? path.slice(base.length) || '/' : path;
}

/** Whether a path is a base or lies below it. */
export function isBelow(base: string, path: string): boolean {
  return path.startsWith(base) && (path.length === base.length || path[base.length] === '/');
}

/** The family of bodies for a path without a route: content is served under a version, such as `/v1`. */
export function familyOf(path: string): 'cms' | 'content' {
  return /^\/v\d+(\/|$)/.test(path) ? 'content' : 'cms';
}
