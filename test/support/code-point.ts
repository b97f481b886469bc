import fc from 'fast-check';

const FIRST_SURROGATE = 0xd800;
const SURROGATES = 0x800;
const LAST = 0x10ffff;

/**
 * Any code point, as the unit of a random text. The unit `binary` of fast-check is the same, and costs a process a second of CPU
 * and 130 MB: it makes a map of all 1.1 million of them.
 */
export const codePoint = fc
  .nat({ max: LAST - SURROGATES })
  .map((index) => String.fromCodePoint(index < FIRST_SURROGATE ? index : index + SURROGATES), indexOf);

function indexOf(text: unknown): number {
  const code = typeof text === 'string' ? text.codePointAt(0) : undefined;
  if (code === undefined || text !== String.fromCodePoint(code) || isSurrogate(code))
    throw new Error('not one code point');
  return code < FIRST_SURROGATE ? code : code - SURROGATES;
}

function isSurrogate(code: number): boolean {
  return code >= FIRST_SURROGATE && code < FIRST_SURROGATE + SURROGATES;
}
