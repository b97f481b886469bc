// Nothing here runs: the compiler checks it.
import {
  bigint,
  blocks,
  choice,
  decimal,
  defineCollection,
  files,
  group,
  integer,
  list,
  type NewRecord,
  type RecordOf,
  reference,
  text,
} from '../../server/definitions/index.ts';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

function holds<_ extends true>(): void {}

const fields = {
  address: group({ street: text({ max: 20, required: true }), floor: integer() }),
  home: group({ owner: reference('author') }, { required: true }),
  tags: list(text({ max: 9 })),
  lines: list(group({ count: bigint({ default: 0n }), price: decimal({ precision: 9, scale: 2 }) })),
  sections: blocks({
    quote: group({ words: text({ max: 9, default: '' }) }),
    gallery: group({ images: files(), form: choice(['wide', 'tall']) }),
  }),
} as const;
const page = defineCollection({ name: 'page', label: 'x', audit: 'none', fields });
type AnyRecord = RecordOf<typeof page>;

holds<Equal<AnyRecord['address'], { readonly street: string; readonly floor: number | null } | null>>();
holds<Equal<AnyRecord['home'], { readonly owner: bigint | null }>>();
holds<Equal<AnyRecord['tags'], readonly string[]>>();
holds<Equal<AnyRecord['lines'], readonly { readonly count: bigint; readonly price: string | null }[]>>();

const shown = (one: AnyRecord['sections'][number]) => {
  // @ts-expect-error only a quote has words
  one.words;
  return one.type === 'quote' ? one.words.length : one.images.length + (one.form === 'wide' ? 1 : 0);
};
holds<Equal<ReturnType<typeof shown>, number>>();

({ home: { owner: 1n }, tags: ['a'] }) satisfies NewRecord<typeof page>;
// @ts-expect-error what is required is missing
({ tags: ['a'] }) satisfies NewRecord<typeof page>;
// @ts-expect-error a decimal is a string, never a float
({ home: { owner: null }, lines: [{ count: 1n, price: 1.5 }] }) satisfies NewRecord<typeof page>;
// @ts-expect-error there is no such block
({ home: { owner: null }, sections: [{ type: 'video' }] }) satisfies NewRecord<typeof page>;
// @ts-expect-error a field inside others has no option of its own there
list(text({ max: 9 }), { default: [] });
// @ts-expect-error a group has no bounds
group({ floor: integer() }, { max: 3 });
