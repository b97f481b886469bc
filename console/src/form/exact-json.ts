/** What stands in for a number that a double would change; `JSON.stringify` writes its source. */
interface RawJson {
  readonly rawJSON: string;
}
type WithSource = (key: string, value: unknown, context?: { readonly source?: string }) => unknown;

const platform = JSON as unknown as {
  parse(text: string, reviver: WithSource): unknown;
  rawJSON?(source: string): RawJson;
};

/** Reads JSON and keeps every number as it was written: `1.10` and numbers above 2^53 are raw. */
export function readExact(text: string): unknown {
  return platform.parse(text, (_, value, context) => {
    const source = context?.source;
    if (typeof value !== 'number' || source === undefined || String(value) === source) return value;
    return platform.rawJSON?.(source) ?? value;
  });
}

/** The digits of a number that was read exactly; undefined for anything else. */
export function digitsOf(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  const isRaw = typeof value === 'object' && value !== null && 'rawJSON' in value && Object.isFrozen(value);
  return isRaw ? String(value.rawJSON) : undefined;
}

/** The same text for the same JSON, numbers as they were written. */
export function exactText(value: unknown, space?: number): string {
  return JSON.stringify(value, undefined, space) ?? 'null';
}
