/** The prefix of long numbers' digits while JSON is read or written; no other text begins with it. */
const MARK = `${Math.random().toString(36).slice(2)}${Math.random().toString(36).slice(2)}:`;

const TEXT_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

const MARKED = new RegExp(`"${MARK}(-?\\d+)"`, 'g');

/** Reads JSON; whole numbers that a double would round become bigints. */
export function fromText(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  const marked = text.replace(TEXT_OR_NUMBER, (token) =>
    /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${MARK}${token}"` : token,
  );
  return JSON.parse(marked, (_, value: unknown) =>
    typeof value === 'string' && value.startsWith(MARK) ? BigInt(value.slice(MARK.length)) : value,
  );
}

/** Writes JSON; a bigint is the bare number that it is. */
export function toText(value: unknown): string {
  const marked = JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'bigint' ? `${MARK}${inner}` : inner,
  );
  return marked.replace(MARKED, '$1');
}
