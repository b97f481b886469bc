import { suggestion } from '../shared/text/words.ts';

/** What a parameter of a URL may be; no list for any text. */
export type UrlParameters = Readonly<Record<string, readonly string[] | undefined>>;

interface Server {
  readonly schemes: readonly [string, ...string[]];
  /** Others are refused: a driver would ignore them, or turn off what Quire relies on. */
  readonly parameters: UrlParameters;
  /** Whether a URL may name several hosts, separated by commas. */
  readonly hasSeveralHosts: boolean;
  /** How TLS is asked for, for people. */
  readonly tls: string;
}

/** What the URLs of all database servers have in common. */
export function serverUrls({ schemes, parameters, hasSeveralHosts, tls }: Server) {
  return {
    urlForm: `${schemes[0]}://<user>:<password>@<host>:<port>/<database>`,
    isUrl: (url: string) =>
      schemes.some((scheme) => url.startsWith(`${scheme}://`)) &&
      hostUrls(url).every((one) => URL.canParse(one)),
    problemOf(url: string): string | undefined {
      if (!hasSeveralHosts && hostUrls(url).length > 1) return 'several hosts; allowed: one, such as a proxy';
      const names = Object.keys(parameters);
      for (const [name, value] of new URL(hostUrls(url)[0]).searchParams) {
        const allowed = parameters[name];
        if (!names.includes(name))
          return `unknown parameter '${name}'${suggestion(name, names)}; allowed: ${names.join(', ')}. ${tls}`;
        if (allowed && !allowed.includes(value))
          return `parameter '${name}' is '${value}'; allowed: ${allowed.join(', ')}`;
      }
      return undefined;
    },
    nameOf(url: string) {
      const hosts = hostUrls(url).map((one) => new URL(one));
      return `'${hosts[0]?.pathname.slice(1)}' on ${hosts.map(({ host }) => host).join(', ')}`;
    },
    needs: 'an existing database, on a server that can be reached',
  };
}

/** A URL for each host of a URL, in their order. */
export function hostUrls(url: string): [string, ...string[]] {
  const [, start = '', hosts = '', rest = ''] = /^([^/]+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? [];
  const [first = '', ...others] = hosts.split(',').map((host) => `${start}${host}${rest}`);
  return [first, ...others];
}
