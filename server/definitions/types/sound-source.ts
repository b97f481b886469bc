import type { ADDED_TO_RECORDS, AuditField, AuditForm } from '../../../contract/audit.ts';
import type { DecimalColumn } from '../../../contract/column.ts';
import type { Json } from '../../shared/json.ts';
import type { CollectionRule } from '../access-rule.ts';
import type { Decimal } from '../decimal-number.ts';
import type { Fields } from '../field.ts';
import type { MadeField, ValueOf } from './input-of.ts';
import type { Comparisons } from './where.ts';

/** Appears in the compiler's messages, with what would be right. */
export interface Refused<_Reason extends string, Allowed> {
  readonly allowed: Allowed;
}

/** The same union, which a message of the compiler lists word for word. */
type Spelled<Names> = Names extends string ? keyof { readonly [N in Names]: N } : Names;

type ServersOwn = 'id' | AuditField | (typeof ADDED_TO_RECORDS)[number] | 'and' | 'or' | 'constructor';

/** The names of fields of which a slug can be made: decimals are written as texts, but are not texts. */
type TextNames<F> = {
  [N in keyof F]: F[N] extends MadeField | { readonly column: DecimalColumn }
    ? never
    : NonNullable<ValueOf<F[N]>> extends string
      ? N
      : never;
}[keyof F];

type ProblemOfField<N, F extends Fields> = N extends ServersOwn
  ? Refused<`the name '${N}' is the server's own`, 'any other name'>
  : N extends string
    ? string extends N
      ? never // the compiler does not know the names
      : N extends Lowercase<N>
        ? ProblemOfMade<N, F>
        : Refused<`the name '${N}' must be snake_case`, Lowercase<N>>
    : never;

/** A slug is made from another field. */
type ProblemOfMade<N, F extends Fields> = N extends keyof F
  ? F[N] extends MadeField<infer From>
    ? From extends TextNames<F>
      ? never
      : Refused<`'${From}' is no text field of this collection`, Spelled<TextNames<F>>>
    : never
  : never;

/** Fields, if the compiler finds no mistake in their names; else what is wrong, by field. */
export type SoundFields<F extends Fields> = [ProblemOfField<keyof F, F>] extends [never]
  ? F
  : { readonly [N in keyof F]: [ProblemOfField<N, F>] extends [never] ? F[N] : ProblemOfField<N, F> };

/** What may be compared with a field beside null. */
type ComparableWith<Field> = Field extends { readonly column: DecimalColumn }
  ? bigint | number | string | Decimal
  : ValuesFor<ValueOf<Field>>;

/** Values in the words of a list's filter as well. Those of JSON fields cannot be compared. */
type ValuesFor<V> = unknown extends V
  ? V
  : [Json] extends [V]
    ? never
    : V extends readonly (infer One)[]
      ? ValuesFor<One>
      : V extends boolean
        ? V | `${V}`
        : V extends number
          ? bigint | number | `${number}` | 'now'
          : V extends bigint
            ? bigint | number | `${number}` | 'me'
            : V;

/** The compared values that a field can never hold. A text unknown to the compiler may be right. */
type NeverHeld<Compared, Comparable> = Compared extends string
  ? string extends Compared
    ? never
    : Exclude<Compared, Comparable>
  : Exclude<Compared, Comparable | null>;

type ProblemOfPair<P, F, A> = P extends 'own'
  ? ProblemOfOwn<A>
  : P extends readonly [infer N extends string, infer Compared, infer Words]
    ? N extends keyof F
      ? [NeverHeld<Compared, ComparableWith<F[N]>>] extends [never]
        ? ProblemOfWords<Words, F[N]>
        : Refused<
            `'${N}' is never ${Shown<NeverHeld<Compared, ComparableWith<F[N]>>>}`,
            Spelled<Exclude<ComparableWith<F[N]>, null>>
          >
      : N extends RecordNames<F>
        ? never
        : Refused<`there is no field '${N}'`, Spelled<RecordNames<F>>>
    : never;

/** What follows a field that refers to nothing and holds no fields is an operator. */
type ProblemOfWords<Words, Field> = [NonNullable<ValueOf<Field>>] extends [string | number | boolean]
  ? [Exclude<Words, keyof Comparisons>] extends [never]
    ? never
    : Refused<
        `there is no operator '${Exclude<Words, keyof Comparisons> & string}'`,
        { readonly [W in keyof Comparisons]-?: W }[keyof Comparisons]
      >
  : never;

type Shown<V> = V extends string ? `'${V}'` : V extends number | bigint | boolean ? `${V}` : 'this';

type ProblemOfOwn<A> = A extends 'none'
  ? Refused<"own records need an audit form that keeps the creator, not 'none'", 'full' | 'creation'>
  : never;

/** Finds nothing in a rule of which the compiler knows only that it is a rule. */
type ProblemOfRule<R, F, A> = CollectionRule extends R ? never : ProblemOfPart<R, F, A>;

type ProblemOfPart<R, F, A> = R extends { readonly level: 'any'; readonly rules: readonly (infer Part)[] }
  ? ProblemOfRule<Part, F, A>
  : R extends { readonly records: 'own' }
    ? ProblemOfOwn<A>
    : R extends { readonly compared?: infer P }
      ? ProblemOfPair<P, F, A>
      : never;

type ProblemsOf<R, F, A> = { [U in keyof R]: ProblemOfRule<R[U], F, A> }[keyof R];

/** Access rules, if the compiler finds no mistake in them; else what is wrong, by use. */
export type SoundAccess<R, Access, F extends Fields, A extends AuditForm> = [
  Exclude<keyof R, keyof Access>,
] extends [never]
  ? [ProblemsOf<R, F, A>] extends [never]
    ? R
    : {
        readonly [U in keyof R]: [ProblemOfRule<R[U], F, A>] extends [never]
          ? R[U]
          : ProblemOfRule<R[U], F, A>;
      }
  : Access;

/** What a rule's condition may name. */
export type RecordNames<F> = Extract<
  keyof F | 'id' | 'create_time' | 'create_user_id' | 'update_time' | 'update_user_id',
  string
>;
