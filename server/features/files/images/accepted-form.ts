export const IMAGE_FORMS = ['avif', 'webp', 'jpeg', 'png'] as const;
export type ImageForm = (typeof IMAGE_FORMS)[number];

/**
 * The smallest form that a client says it can read. A client that only says that it takes anything, as old ones and programs
 * do, gets what everything can read.
 */
export function acceptedForm(accept: string | undefined, mime: string): ImageForm {
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
