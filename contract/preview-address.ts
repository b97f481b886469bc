const PLACE = /\{([^{}]*)\}/g;

/** The names of what stands in braces in an address: `https://site.example/{locale}/{slug}` has `locale` and `slug`. */
export function placesIn(address: string): string[] {
  return [...address.matchAll(PLACE)].map(([, name = '']) => name);
}

/** The address with a value at each place, escaped; undefined while a value is missing. */
export function filledAddress(address: string, valueAt: (place: string) => string): string | undefined {
  if (placesIn(address).some((place) => isGap(valueAt(place)))) return undefined;
  return address.replace(PLACE, (_, place: string) => encodeURIComponent(valueAt(place)));
}

/** Points would lead to another page, as a missing value would. */
function isGap(value: string): boolean {
  return ['', '.', '..'].includes(value);
}

/** The address with the token of a draft, as the parameter `preview` unless the address has a place for it. */
export function withToken(address: string, token: string): string {
  const url = new URL(address);
  url.searchParams.set('preview', token);
  return url.href;
}

/** The origin of an address: placeholders stand only behind its host. */
export function originOf(address: string): string {
  return new URL(address.replace(PLACE, 'x')).origin;
}
