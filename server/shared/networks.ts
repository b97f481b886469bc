import { BlockList, isIP } from 'node:net';

/** A network in CIDR notation (RFC 4632, RFC 4291), or one address. */
interface Network {
  readonly address: string;
  readonly bits: number;
  readonly family: 'ipv4' | 'ipv6';
}

/** The one reader of networks: `192.0.2.0/24`, `2001:db8::/32` or a single address without a zone; undefined for anything else. */
function readNetwork(text: string): Network | undefined {
  const [address = '', bits, ...rest] = text.split('/');
  const version = address.includes('%') ? 0 : isIP(address);
  const most = version === 4 ? 32 : 128;
  const isNumber = bits === undefined || /^(0|[1-9]\d{0,2})$/.test(bits);
  if (version === 0 || rest.length > 0 || !isNumber || Number(bits ?? most) > most) return undefined;
  return { address, bits: Number(bits ?? most), family: version === 4 ? 'ipv4' : 'ipv6' };
}

/** Whether a text names a network that `makeNetworkCheck` reads. */
export function isNetwork(text: string): boolean {
  return readNetwork(text) !== undefined;
}

/** Makes the check whether an address belongs to one of these networks; with none, every address does. */
export function makeNetworkCheck(texts: readonly string[]): (address: string) => boolean {
  if (texts.length === 0) return () => true;
  const allowed = listOf(texts.flatMap((text) => readNetwork(text) ?? []));
  return (address) => {
    const version = isIP(address);
    return version !== 0 && allowed.check(address, version === 4 ? 'ipv4' : 'ipv6');
  };
}

/** Whether each inner network is within an outer one. An empty list means all networks. */
export function liesWithin(inner: readonly string[], outer: readonly string[]): boolean {
  if (outer.length === 0) return true;
  const wide = outer.flatMap((text) => readNetwork(text) ?? []);
  return inner.length > 0 && inner.every((text) => wide.some((one) => covers(one, readNetwork(text))));
}

function covers(outer: Network, inner: Network | undefined): boolean {
  if (inner?.family !== outer.family || outer.bits > inner.bits) return false;
  return listOf([outer]).check(inner.address, inner.family);
}

function listOf(networks: readonly Network[]): BlockList {
  const list = new BlockList();
  for (const { address, bits, family } of networks) list.addSubnet(address, bits, family);
  return list;
}
