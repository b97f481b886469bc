/** What the URLs of all database servers have in common. */
export function serverUrls(schemes: readonly [string, ...string[]]) {
  return {
    urlForm: `${schemes[0]}://<user>:<password>@<host>:<port>/<database>`,
    isUrl: (url: string) => schemes.some((scheme) => url.startsWith(`${scheme}://`)) && URL.canParse(url),
    nameOf(url: string) {
      const { host, pathname } = new URL(url);
      return `'${pathname.slice(1)}' on ${host}`;
    },
    needs: 'an existing database, on a server that can be reached',
  };
}
