import type { Column } from '../../contract/column.ts';
import { type JsonSchema, Type } from '../../contract/json-schema.ts';
import type { FieldRule } from './access-rule.ts';
import type { Problem } from './problem.ts';

/**
 * A field kind: how a value is kept, what a client may send, what is answered, and which widget edits it.
 * `Value` is what a row holds, `Required` whether a client must send it on creation.
 */
export interface Field<Value = unknown, Required extends boolean = boolean> {
  readonly kind: string;
  readonly column: Column;
  readonly widget: string;
  /** JSON Schema of what a client may send, and of what is answered. */
  readonly input: JsonSchema;
  readonly output: JsonSchema;
  /** Turns what a client sent into what is kept, or says why it cannot. Never sees null. */
  clean(value: unknown): NonNullable<Value> | Problem;
  readonly required: Required;
  readonly nullable: boolean;
  /** What is kept when a client sends nothing. */
  readonly initial: Value | null;
  readonly unique: boolean;
  readonly indexed: boolean;
  /** Kept, but never answered, filtered by or written into a revision: a password's hash. */
  readonly secret: boolean;
  /** Whether `q` looks for words in it. */
  readonly searchable: boolean;
  /** The name of the record that this field holds an id of, or many, and what a deletion there does here. */
  readonly target?: string;
  readonly onDelete?: OnDelete;
  /** The types of files that a field of one takes; all unless told. */
  readonly accept?: readonly string[] | undefined;
  /** Who may see it, and who may give it another value, of those who may see or write the row; all of them unless told. */
  readonly read?: FieldRule | undefined;
  readonly write?: FieldRule | undefined;
  /** What the field was called before, in tables that have not been migrated. */
  readonly renamedFrom: readonly string[];
  /** How a value is made from another field's text where a new row comes without: the first candidate that no row holds. */
  readonly made?: { readonly from: string; candidates(text: string): readonly string[] };
}

/** A row that is referred to stays; or it goes and leaves null behind; or who refers to it goes along. */
export type OnDelete = 'refuse' | 'detach' | 'delete';

/** A record's fields by name. */
export type Fields = Readonly<Record<string, Field>>;

/** What every field kind can be told. */
export interface FieldOptions<Value> {
  /** Must be sent on creation; an empty string does not count as sent. */
  readonly required?: true;
  /** Kept when nothing is sent. Without it, and unless required, that is null. */
  readonly default?: Value;
  /** No two visible rows hold the same value. Deleted rows do not count. */
  readonly unique?: true;
  readonly indexed?: true;
  readonly secret?: true;
  /** Who may see it: to all others it is as if it were not there. */
  readonly read?: FieldRule;
  /** Who may give it another value than it has. */
  readonly write?: FieldRule;
  /** What the field was called before, or names it had one after the other; `quire migrate` then keeps its values. */
  readonly renamedFrom?: string | readonly string[];
}

/** For kinds that are kept in columns without a bound, which not every engine can index. */
export type UnindexedOptions<Value> = Omit<FieldOptions<Value>, 'unique' | 'indexed'>;

/** What kinds of text can be told besides. */
export interface Searchable {
  /** Lists look for the words of `q` in it. */
  readonly searchable?: true;
}

/** A field of `Value`, or of `Value | null` where its options leave room for null. */
export type FieldOf<Value, Options> = Field<
  Options extends { required: true } | { default: unknown } ? Value : Value | null,
  Options extends { required: true } ? true : false
>;

interface Kind<Value>
  extends Pick<
    Field<Value>,
    'kind' | 'column' | 'widget' | 'clean' | 'target' | 'onDelete' | 'accept' | 'made'
  > {
  readonly schema: JsonSchema;
  readonly output?: JsonSchema;
}

/** Completes a kind with the options that all kinds share. A default is checked like anything a client sends. */
export function toField<Value, Options extends FieldOptions<Value> & Searchable>(
  { schema, output = schema, ...kind }: Kind<Value>,
  options: Options,
): FieldOf<Value, Options> {
  const nullable = options.required !== true && options.default === undefined;
  const field: Field<unknown> = {
    ...kind,
    input: nullable ? Type.Nullable(schema) : schema,
    output: nullable ? Type.Nullable(output) : output,
    required: options.required === true,
    nullable,
    initial: options.default === undefined ? null : kind.clean(options.default),
    unique: options.unique === true,
    indexed: options.indexed === true,
    secret: options.secret === true,
    searchable: options.searchable === true,
    read: options.read,
    write: options.write,
    renamedFrom: [options.renamedFrom ?? []].flat(),
  };
  return field as FieldOf<Value, Options>;
}
