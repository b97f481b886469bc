import { suggestion } from '../shared/nearest-word.ts';

/** What an option may be. */
export interface OptionCheck {
  /** Completes "must be …". */
  readonly allowed: string;
  accepts(value: unknown): boolean;
  readonly isNeeded?: true;
}

/** Every option that something takes: an option of the type without a check does not compile. */
export interface OptionTable<Options> {
  /** What takes them, such as `text`. */
  readonly owner: string;
  readonly checks: { readonly [Name in keyof Required<Options>]: OptionCheck };
  /** What is wrong with options that are each allowed, taken together. */
  contradiction?(options: Options): string | undefined;
}

/** A table whose options only the run time knows. */
export interface AnyOptionTable {
  readonly owner: string;
  readonly checks: Readonly<Record<string, OptionCheck>>;
  contradiction?(options: object): string | undefined;
}

/**
 * The options that a kind takes and no others: what the table refuses at the start, the compiler refuses before.
 * Without it, a generic parameter takes keys that its constraint does not have.
 */
export type Exact<Options, Allowed> = Options & {
  readonly [Name in Exclude<keyof Options, keyof Allowed>]: never;
} & (Options extends { required: true; default: unknown } ? { readonly default: never } : unknown);

/** All that is wrong with options, in sentences. */
export function problemsOfOptions(table: AnyOptionTable, options: unknown): string[] {
  const { owner, checks } = table;
  if (!isPlainObject(options)) return [`the options of ${owner} must be an object, not ${shown(options)}`];
  const names = Object.keys(checks);
  const unknown = Object.keys(options)
    .filter((name) => !Object.hasOwn(checks, name))
    .map(
      (name) => `${owner} has no option '${name}'${suggestion(name, names)} (allowed: ${names.join(', ')})`,
    );
  const bad = Object.entries(checks).flatMap(
    ([name, check]) => problemOfOption(name, check, options[name]) ?? [],
  );
  if (unknown.length + bad.length > 0) return [...unknown, ...bad];
  const contradiction = table.contradiction?.(options);
  return contradiction === undefined ? [] : [contradiction];
}

function problemOfOption(name: string, check: OptionCheck, value: unknown): string | undefined {
  if (value === undefined) return check.isNeeded && `'${name}' is missing; it must be ${check.allowed}`;
  return check.accepts(value) ? undefined : `'${name}' must be ${check.allowed}, not ${shown(value)}`;
}

/** A value as a message shows it. */
export function shown(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'string') return `'${value.slice(0, 40)}'`;
  if (typeof value === 'bigint') return `${value}n`;
  return (
    JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? `${inner}n` : inner)) ?? 'undefined'
  ).slice(0, 60);
}

export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
