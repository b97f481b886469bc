export const IMAGE_FORMATS = ['avif', 'webp', 'jpeg', 'png'] as const;
export type ImageFormat = (typeof IMAGE_FORMATS)[number];

/**
 * The smallest format that a client names in Accept. A client that only accepts anything, as old ones and programs do, gets a
 * format that everything can read.
 */
export function acceptedFormat(accept: string | undefined, mime: string): ImageFormat {
  const named = new Set((accept ?? '').split(',').flatMap(readType));
  if (named.has('image/avif')) return 'avif';
  if (named.has('image/webp')) return 'webp';
  return mime === 'image/jpeg' ? 'jpeg' : 'png';
}

/** The type of a part of an Accept header; none if its weight is 0, which refuses it (RFC 9110, 12.4.2). */
function readType(part: string): string[] {
  const [type = '', ...parameters] = part
    .toLowerCase()
    .split(';')
    .map((word) => word.trim());
  return parameters.some((one) => /^q=0(\.0*)?$/.test(one)) ? [] : [type];
}
