/** The type of a chunk, four letters, as a number: a file may have a chunk for every dozen bytes, and texts take far longer. */
export function typeCode(type: string): number {
  return Buffer.from(type, 'latin1').readUInt32BE();
}
