interface Asked {
  readonly method: string;
  readonly path: string;
  readonly isWriting?: true | undefined;
}

/** Everything that is the server's own; records of collections are elsewhere. */
const OWN = /^\/(cms|scim)(\/|$)/;
/** Files, views, jobs, and the undoing of changes of records: nobody gets a right or a way in by them. */
const OF_CONTENT = /^\/cms\/(file|view|job|bulk|undo)(\/|$)/;

/** Whether a path is about what somebody could get access by. Everything of the server's own is that is not known to be content. */
export function isAboutAccess({ path }: Pick<Asked, 'path'>): boolean {
  return OWN.test(path) && !OF_CONTENT.test(path);
}

/** Whether a route's write may give access: so a new route is guarded before anybody thinks of it. */
export function mayGiveAccess({ method, path, isWriting }: Asked): boolean {
  return (method !== 'GET' || isWriting === true) && isAboutAccess({ path });
}
