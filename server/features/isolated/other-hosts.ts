import { request } from 'node:https';
import { isPlainObject } from '../../definitions/checks/options.ts';
import { AddressRefused, type Allowed, makeAllowedLookup } from '../webhooks/exports.ts';
import type { LivingGrant } from './grants.ts';
import { NotGranted, PluginProblem } from './process/plugin-process.ts';

type Values = Readonly<Record<string, unknown>>;

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
const MOST_BYTES = 1_000_000;
const PATIENCE_MS = 15_000;
/** Headers that say how a message is carried, or for whom it is: the server's own. */
const OWN_HEADERS =
  /^(connection|content-length|expect|host|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/i;

/** Asks another host for a plug-in: one that it was granted, by HTTPS, at a public address. Redirects are answers like any other. */
export type AskHost = (grant: LivingGrant, about: Values) => Promise<unknown>;

export function makeAskHost(allowed: Allowed): AskHost {
  return async ({ needs }, { url: address, method, headers, body }) => {
    const url = URL.parse(String(address));
    if (!url) throw new PluginProblem('it asks for no address');
    if (url.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '')
      throw new NotGranted(
        'it reaches hosts by https alone, at the usual port and without a name and a password',
      );
    if (!needs.hosts.includes(url.hostname))
      throw new NotGranted(
        `it was not granted the host '${url.hostname.slice(0, 100)}' (granted: ${needs.hosts.join(', ') || 'no host'})`,
      );
    if (!METHODS.includes(String(method)))
      throw new PluginProblem(`'method' must be one of ${METHODS.join(', ')}`);
    if (body !== undefined && typeof body !== 'string') throw new PluginProblem("'body' must be text");
    const sent = { method: String(method), headers: sentHeaders(headers), body };
    return exchange(url, sent, allowed).catch((cause: Error & { code?: string }) => {
      if (cause instanceof AddressRefused) throw new PluginProblem(`'${url.hostname}' has no public address`);
      throw new PluginProblem(`'${url.hostname}' cannot be reached: ${cause.code ?? cause.message}`);
    });
  };
}

interface Sent {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

async function exchange(url: URL, { method, headers, body }: Sent, allowed: Allowed): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const lookup = makeAllowedLookup(allowed(url.protocol));
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const sending = request(url, { method, headers, lookup, signal, agent: false });
  sending.on('error', reject);
  sending.once('response', async (response) => {
    try {
      const parts: Buffer[] = [];
      let bytes = 0;
      for await (const part of response as AsyncIterable<Buffer>) {
        parts.push(part);
        bytes += part.length;
        if (bytes > MOST_BYTES) throw new Error(`the answer is longer than ${MOST_BYTES} bytes`);
      }
      const { 'set-cookie': _, ...told } = response.headers;
      const answered = Object.entries(told).map(([name, value]) => [name, String(value)]);
      const text = Buffer.concat(parts).toString('utf8');
      resolve({ status: response.statusCode ?? 0, headers: Object.fromEntries(answered), body: text });
    } catch (cause) {
      reject(cause);
    }
  });
  sending.end(body);
  return promise;
}

function sentHeaders(headers: unknown): Readonly<Record<string, string>> {
  const given = isPlainObject(headers) ? Object.entries(headers) : [];
  return Object.fromEntries(
    given.filter(([name]) => !OWN_HEADERS.test(name)).map(([name, value]) => [name, String(value)]),
  );
}
