import { suggestion } from '../../shared/text/words.ts';

/** The check of an option. */
export interface OptionCheck {
  /** Completes "must be …". */
  readonly allowed: string;
  accepts(value: unknown): boolean;
  /** Words that are allowed, too many to list; the nearest is suggested. */
  words?(): readonly string[];
  readonly isNeeded?: true;
}

/** A check for every option: an option of the type without a check does not compile. */
export interface OptionTable<Options> {
  /** Where the options belong, such as `text`. */
  readonly owner: string;
  readonly checks: { readonly [Name in keyof Required<Options>]: OptionCheck };
  /** Problems of options that are each allowed but contradict each other. */
  contradiction?(options: Options): string | undefined;
}

/** A table whose options are known only at run time. */
export interface AnyOptionTable {
  readonly owner: string;
  readonly checks: Readonly<Record<string, OptionCheck>>;
  contradiction?(options: object): string | undefined;
}

/**
 * The options of a kind and no others: the compiler refuses what the table refuses at start, and names the option that was
 * probably meant. Without it, a generic parameter accepts keys that its constraint lacks.
 */
export type Exact<Options, Allowed> = [Exclude<keyof Options, keyof Allowed>] extends [never]
  ? Options extends { required: true; default: unknown }
    ? Options & { readonly default: 'what is required needs no default' }
    : Options
  : Allowed;

/** All problems of options, as sentences. */
export function problemsOfOptions(table: AnyOptionTable, options: unknown): string[] {
  const { owner, checks } = table;
  if (!isPlainObject(options)) return [`the options of ${owner} must be an object, not ${shown(options)}`];
  const problems = Object.keys(options)
    .filter((name) => !Object.hasOwn(checks, name))
    .map((name) => unknownOption(owner, name, Object.keys(checks)));
  for (const name in checks) {
    const check = checks[name];
    const problem = check && problemOfOption(name, check, options); // a loop, because a start checks thousands of options
    if (problem !== undefined) problems.push(problem);
  }
  if (problems.length > 0) return problems;
  const contradiction = table.contradiction?.(options);
  return contradiction === undefined ? [] : [contradiction];
}

/** Options by the names that they had before 0.3. */
const RENAMED = new Map([
  ['record', 'collection'],
  ['records', 'collections'],
]);

function unknownOption(owner: string, name: string, names: readonly string[]): string {
  const now = RENAMED.get(name);
  const hint = now && names.includes(now) ? `; it is now called '${now}'` : suggestion(name, names);
  return `${owner} has no option '${name}'${hint} (allowed: ${names.join(', ')})`;
}

function problemOfOption(
  name: string,
  { allowed, accepts, words, isNeeded }: OptionCheck,
  options: Readonly<Record<string, unknown>>,
): string | undefined {
  const value = options[name];
  if (value !== undefined)
    return accepts(value)
      ? undefined
      : `'${name}' must be ${allowed}, not ${shown(value)}${words ? suggestion(String(value), words()) : ''}`;
  if (isNeeded) return `'${name}' is missing; it must be ${allowed}`;
  return Object.hasOwn(options, name) ? problemOfUndefined(name) : undefined;
}

/**
 * The problem of an option that is undefined. Its source may be misspelled, and ignoring it could open what it should close.
 */
export function problemOfUndefined(name: string): string {
  return `'${name}' is undefined; leave it out, or give it a value`;
}

/** A value as a message shows it. */
export function shown(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'string') return `'${value.slice(0, 40)}'`;
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'number') return String(value);
  return (JSON.stringify(value, showInner) ?? 'undefined').slice(0, 60);
}

/** JSON has neither of these, and would leave functions out. */
function showInner(_: string, inner: unknown): unknown {
  if (typeof inner === 'bigint') return `${inner}n`;
  return typeof inner === 'function' ? 'a function' : inner;
}

export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
