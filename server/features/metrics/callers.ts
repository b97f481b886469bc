import type { IncomingMessage } from 'node:http';
import { addressOf, trustedProxies } from '../../http/edge/request-head.ts';
import { makeNetworkCheck } from '../../shared/networks.ts';

interface CallerSettings {
  readonly trustProxy: false | string;
  readonly metricsNetworks: readonly string[];
}

/** Whether a request may read the figures. */
export type MayRead = (request: IncomingMessage) => boolean;

const HERE = ['127.0.0.0/8', '::1'];

/** Lets callers in the named networks read, on the port that everybody uses. */
export function fromNetworks({ trustProxy, metricsNetworks }: CallerSettings): MayRead {
  return metricsNetworks.length > 0 ? fromThese(metricsNetworks, trustProxy) : () => false;
}

/** Lets them read, and callers on this machine: for a port of its own. */
export function fromHereOrNetworks({ trustProxy, metricsNetworks }: CallerSettings): MayRead {
  return fromThese([...HERE, ...metricsNetworks], trustProxy);
}

/** Behind a proxy that is not trusted could be anybody, so the proxy's own address counts for nothing. */
function fromThese(networks: readonly string[], trustProxy: false | string): MayRead {
  const isTrusted = trustedProxies(trustProxy);
  const isNamed = makeNetworkCheck(networks);
  return (request) => {
    const { headers, socket } = request;
    const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
    if (isForwarded && !isTrusted(socket.remoteAddress ?? '')) return false;
    return isNamed(addressOf(request, isTrusted));
  };
}
