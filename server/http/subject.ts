/**
 * What a route is about: content, which is collections and what projects add; access, where a write may give somebody a right
 * or a way in; or the server itself, with its pages and files.
 */
export const SUBJECTS = ['content', 'access', 'server'] as const;
export type Subject = (typeof SUBJECTS)[number];

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly about?: Subject | undefined;
  readonly isWriting?: true | undefined;
}

/** Everything of the server's own but pages. */
const OWN = /^\/cms(\/|$)/;

/**
 * What a route says of itself, or its module says of all its routes; otherwise its path tells. A route of the server's own is about
 * access unless something else is said, so a new one is guarded before anybody thinks of it.
 */
function subjectOf({ path, about }: Pick<Asked, 'path' | 'about'>): Subject {
  return about ?? (OWN.test(path) ? 'access' : 'content');
}

/** Whether a route is about what somebody could get access by. */
export function isAboutAccess(route: Pick<Asked, 'path' | 'about'>): boolean {
  return subjectOf(route) === 'access';
}

/** Whether a route's write may give access. */
export function mayGiveAccess(route: Asked): boolean {
  return (route.method !== 'GET' || route.isWriting === true) && isAboutAccess(route);
}

/**
 * Whether a route serves content. Its answers are for the caller alone where it asks for a token, and it notes who writes.
 */
export function servesContent(route: Pick<Asked, 'path' | 'about'>): boolean {
  return subjectOf(route) === 'content';
}
