/** Where files are listed, described and replaced, and where a private one is read. */
export const FILES_PATH = '/cms/file';
/** Where the bytes of public uploads are. */
export const UPLOADS_PATH = '/assets';
/** Where people edit content. */
export const CONSOLE_PATH = '/console';

/** Where the server's own routes begin: the bases of dialects, and what is served beside content. */
const OWN = ['/api', '/cms', '/docs', '/health', '/openapi.json', UPLOADS_PATH, CONSOLE_PATH];
/** The bases of clients of the Lin CMS family, of any version. */
const OF_LIN = /^\/lin[0-9]*(\/|$)/;

/** Whether a path belongs to the server's own routes or is below one, so that nothing of a project may take it. */
export function isOwnPath(path: string): boolean {
  return OF_LIN.test(path) || OWN.some((own) => path === own || path.startsWith(`${own}/`));
}
