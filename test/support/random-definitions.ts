import fc from 'fast-check';

/** A field of a random definition, as source, and a value that may or may not be one of its. */
interface RandomField {
  readonly source: string;
  readonly value: unknown;
}

const bounded = (least: number, most: number) =>
  fc
    .tuple(fc.integer({ min: least, max: most }), fc.integer({ min: least, max: most }))
    .map(([one, other]) => ({ min: Math.min(one, other), max: Math.max(one, other) }));

const words = fc.subarray(['a', 'b', 'c', 'd'], { minLength: 1 });
const listed = (all: readonly string[]) => `[${all.map((word) => `'${word}'`).join(', ')}]`;
const field = (source: fc.Arbitrary<string>, value: fc.Arbitrary<unknown>): fc.Arbitrary<RandomField> =>
  fc.record({ source, value });

const number = fc.integer({ min: 0, max: 9 });
const word = fc.constantFrom('a', 'b', 'c', 'd');

/** Kinds of fields, each with bounds at random. */
const families: readonly fc.Arbitrary<RandomField>[] = [
  field(
    words.map((all) => `choice(${listed(all)})`),
    word,
  ),
  field(
    bounded(0, 9).map(({ min, max }) => `integer({ min: ${min}, max: ${max} })`),
    number,
  ),
  field(
    fc
      .tuple(
        bounded(0, 5),
        fc.constantFrom('', ', pattern: /[ab]*/', ', pattern: /\\w*/', ', required: true'),
        fc.constantFrom('', ", collation: 'de'", ", collation: 'sv', indexed: true"),
      )
      .filter(([{ max }]) => max > 0)
      .map(([{ min, max }, more, order]) => `text({ max: ${max}, min: ${min}${more}${order} })`),
    fc.string({ unit: fc.constantFrom('a', 'b', '-'), maxLength: 5 }),
  ),
  field(
    bounded(1, 9).map(({ min, max }) => `list(integer({ max: ${max} }), { max: ${min} })`),
    fc.array(number, { maxLength: 4 }),
  ),
  field(
    fc
      .tuple(words, bounded(0, 9))
      .map(([all, { max }]) => `group({ tone: choice(${listed(all)}), size: integer({ max: ${max} }) })`),
    fc.record({ tone: word, size: number }),
  ),
  field(
    fc
      .tuple(words, fc.boolean())
      .map(
        ([all, isAlone]) =>
          `blocks({ quote: group({ tone: choice(${listed(all)}) })${isAlone ? '' : ', rule: group({ width: integer() })'} })`,
      ),
    fc.array(
      fc.oneof(
        fc.record({ type: fc.constant('quote'), tone: word }),
        fc.record({ type: fc.constant('rule'), width: number }),
      ),
      { maxLength: 2 },
    ),
  ),
  field(
    fc.constantFrom(
      "references('tag')",
      "references('tag', { max: 1 })",
      "references('tag', { required: true })",
    ),
    fc.subarray([1, 2]),
  ),
  field(fc.constantFrom("reference('tag')", "reference('other')"), fc.constantFrom(1, 2, null)),
  field(
    fc.constantFrom('json()', 'json({ depth: 1 })', 'json({ depth: 0 })', 'json({ max: 3 })'),
    fc.constantFrom(1, [1], [[1]], 'text'),
  ),
];

/** A definition before and after a change, and records to write before it. */
export interface RandomChange {
  readonly before: Readonly<Record<string, string>>;
  readonly after: Readonly<Record<string, string>>;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly hasDrafts: boolean;
}

/** Changes of definitions: the same ones for the same seed. */
export function randomChanges(count: number, seed: number): RandomChange[] {
  const kinds = fc.shuffledSubarray([...families.keys()], { minLength: 2, maxLength: 2 });
  const change = fc.tuple(kinds, fc.boolean()).chain(([[one = 0, other = 0], hasDrafts]) => {
    const [stays, changes] = [families[one], families[other]] as [
      fc.Arbitrary<RandomField>,
      fc.Arbitrary<RandomField>,
    ];
    return fc
      .record({
        kept: stays,
        was: changes,
        is: changes,
        values: fc.array(fc.tuple(stays, changes), { minLength: 4, maxLength: 4 }),
      })
      .map(({ kept, was, is, values }) => ({
        before: { kept: kept.source, changed: was.source },
        after: { kept: kept.source, changed: is.source },
        rows: values.map(([first, second]) => ({ kept: first.value, changed: second.value })),
        hasDrafts,
      }));
  });
  return fc.sample(change, { seed, numRuns: count });
}
