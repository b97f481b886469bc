/** A number of bytes in megabytes of 2²⁰ bytes: 2097152 is '2'. */
export function megabytes(bytes: number): string {
  return String(Number((bytes / 2 ** 20).toPrecision(3)));
}
