import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import {
  AddressRefused,
  makeAllowed,
  makeAllowedLookup,
  requireAllowedHost,
} from '../../webhooks/exports.ts';

/** The content at an address, or why it cannot be had. */
export type FetchFile = (address: string) => Promise<Readable | { readonly reason: string }>;

const PATIENCE_MS = 60_000;

/**
 * Fetches files from the addresses that an export names. These may name anything, so only public addresses are asked, and the
 * networks that the operator names. Redirects are not followed: they would lead to addresses that the export does not name.
 */
export function makeFetchFile(networks: readonly string[]): FetchFile {
  const isAllowed = makeAllowed(networks)('https:');
  return async (address) => {
    const url = URL.parse(address);
    if (!url || !/^https?:$/.test(url.protocol)) return { reason: `'${address}' is no address of the web` };
    try {
      requireAllowedHost(url, isAllowed);
      const response = await ask(url, makeAllowedLookup(isAllowed));
      if (response.statusCode === 200) return response;
      response.destroy();
      return { reason: `'${address}' answers ${response.statusCode}` };
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (error instanceof AddressRefused)
        return { reason: `'${address}' lies in no public network: --network names others` };
      return { reason: `'${address}' cannot be fetched (${code ?? message})` };
    }
  };
}

function ask(url: URL, lookup: ReturnType<typeof makeAllowedLookup>): Promise<IncomingMessage> {
  const { get } = process.getBuiltinModule(url.protocol === 'http:' ? 'node:http' : 'node:https');
  return new Promise((resolve, reject) => {
    const asked = get(url, { lookup, agent: false, signal: AbortSignal.timeout(PATIENCE_MS) }, resolve);
    asked.on('error', reject);
  });
}
