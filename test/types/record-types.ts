// Nothing here runs: the compiler checks it.
import type { Definition } from '../../server/definitions/define-collection.ts';
import {
  boolean,
  choice,
  type Decimal,
  date,
  decimal,
  defineCollection,
  type Json,
  json,
  type NewRecord,
  type RecordChanges,
  type RecordOf,
  reference,
  references,
  slug,
  text,
  toDecimal,
} from '../../server/definitions/index.ts';

type Flat<T> = { [K in keyof T]: T[K] };
type Equal<A, B> =
  (<T>() => T extends Flat<A> ? 1 : 2) extends <T>() => T extends Flat<B> ? 1 : 2 ? true : false;

function holds<_ extends true>(): void {}

const fields = {
  title: text({ max: 50, required: true }),
  summary: text({ max: 50, default: '' }),
  price: decimal({ precision: 9, scale: 2 }),
  state: choice(['draft', 'live'], { default: 'draft' }),
  shown: boolean({ required: true }),
  author_id: reference('author'),
  slug: slug({ from: 'title' }),
  due: date(),
  extra: json(),
  layout: json({ default: {} }),
  tags: references('tag'),
  parts: references('part', { required: true }),
} as const;
const plain = defineCollection({ name: 'plain', label: 'x', audit: 'none', fields });
const made = defineCollection({ name: 'made', label: 'x', audit: 'creation', fields });
const full = defineCollection({ name: 'full', label: 'x', audit: 'full', fields });

interface Values {
  readonly id: bigint;
  readonly title: string;
  readonly summary: string;
  readonly price: string | null;
  readonly state: 'draft' | 'live';
  readonly shown: boolean;
  readonly author_id: bigint | null;
  readonly slug: string;
  readonly due: string | null;
  readonly extra: Json | null;
  readonly layout: Json;
  readonly tags: readonly bigint[];
  readonly parts: readonly bigint[];
}
interface Creation {
  readonly create_time: number;
  readonly create_user_id: bigint;
}
interface Rest {
  readonly update_time: number;
  readonly update_user_id: bigint;
  readonly delete_time: number | null;
  readonly delete_user_id: bigint | null;
  readonly is_deleted: boolean;
}

holds<Equal<RecordOf<typeof plain>, Values>>();
holds<Equal<RecordOf<typeof made>, Values & Creation>>();
holds<Equal<RecordOf<typeof full>, Values & Creation & Rest>>();
// @ts-expect-error records of another audit form are other records
holds<Equal<RecordOf<typeof plain>, RecordOf<typeof full>>>();

interface Input {
  readonly title: string;
  readonly shown: boolean;
  readonly summary?: string;
  readonly price?: string | Decimal | null;
  readonly state?: 'draft' | 'live';
  readonly author_id?: bigint | null;
  readonly slug?: string;
  readonly due?: string | null;
  readonly extra?: Json | null;
  readonly layout?: Json;
  readonly tags?: readonly bigint[];
  readonly parts: readonly bigint[];
}
holds<Equal<NewRecord<typeof full>, Input>>();
/** Definitions known only at run time: what is written is checked then. */
holds<Equal<NewRecord<Definition>, Readonly<Record<string, unknown>>>>();
holds<Equal<RecordOf<Definition>['id'], bigint>>();
holds<Equal<RecordChanges<typeof full>, Partial<Input>>>();

({ title: 'x', shown: true, parts: [1n] }) satisfies NewRecord<typeof full>;
({}) satisfies RecordChanges<typeof full>;
// @ts-expect-error a required field is missing
({ title: 'x', parts: [1n] }) satisfies NewRecord<typeof full>;
// @ts-expect-error no such choice
({ state: 'gone' }) satisfies RecordChanges<typeof full>;
// @ts-expect-error a field with a default holds no null
({ summary: null }) satisfies RecordChanges<typeof full>;
({ price: toDecimal('1.5').times(2) }) satisfies RecordChanges<typeof full>;
// @ts-expect-error a decimal is a string, never a float
({ price: 1.5 }) satisfies RecordChanges<typeof full>;
// @ts-expect-error the audit fields are the server's
({ create_time: 1 }) satisfies RecordChanges<typeof full>;
// @ts-expect-error no such field
({ nothing: 1 }) satisfies RecordChanges<typeof full>;
// @ts-expect-error a slug that is there is never null
({ slug: null }) satisfies RecordChanges<typeof full>;
// @ts-expect-error a date is text, not an object
({ due: new Date() }) satisfies RecordChanges<typeof full>;
// @ts-expect-error what no engine could index cannot be unique
json({ unique: true });
// @ts-expect-error many ids are never null
({ tags: null }) satisfies RecordChanges<typeof full>;
// @ts-expect-error who refers to many does not go along with one
references('tag', { onDelete: 'delete' });
