declare global {
  interface JSON {
    /** ECMAScript's JSON.parse source text access proposal, stage 4; not yet in the compiler's library. */
    rawJSON(text: string): unknown;
  }
}

/** JSON with every integer exact: a bigint is written as the bare number that it is. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_, inner) =>
    typeof inner === 'bigint' ? JSON.rawJSON(String(inner)) : inner,
  );
}
