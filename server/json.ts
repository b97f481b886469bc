declare global {
  interface JSON {
    /** ECMAScript's JSON.parse source text access proposal, stage 4; not yet in the compiler's library. */
    rawJSON(text: string): unknown;
    parse(
      text: string,
      reviver: (this: unknown, key: string, value: unknown, context: { readonly source?: string }) => unknown,
    ): unknown;
  }
}

/** JSON with every integer exact: a bigint is written as the bare number that it is. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_, inner) =>
    typeof inner === 'bigint' ? JSON.rawJSON(String(inner)) : inner,
  );
}

/** Reads what `toJson` wrote: an integer that a double would round is a bigint. */
export function fromJson(text: string): unknown {
  return JSON.parse(text, (_, value, { source }) =>
    source !== undefined && /^-?\d{16,}$/.test(source) ? toInteger(source) : value,
  );
}

function toInteger(source: string): number | bigint {
  const number = Number(source);
  return Number.isSafeInteger(number) ? number : BigInt(source);
}
