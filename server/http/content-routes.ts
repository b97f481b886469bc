/** Where the server's own pages and its administration are. */
const OF_SERVER = /^\/($|(cms|docs|assets|health|console|scim|mcp)(\/|$))/;

/**
 * Whether a route serves content: collections, and what projects add. Its answers are for the caller alone where it asks for a token,
 * and it records who writes.
 */
export function servesContent({ path }: { readonly path: string }): boolean {
  return !OF_SERVER.test(path);
}
