import fc from 'fast-check';

export interface Fields {
  readonly name: string;
  readonly size: bigint | null;
  readonly price: string;
}

/** What was done to a record, when, and what its fields were then; undefined where it was not there any more. */
export interface Event {
  readonly action: string;
  readonly time: number;
  readonly fields: Fields | undefined;
}

/** Every event of every record, in order: the reference that answers about the past are held against. */
export type World = Map<bigint, Event[]>;

const fields = fc.record(
  {
    name: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
    size: fc.option(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), { nil: null }),
    price: fc.constantFrom('0.00', '-1.50', '9999999999999999.99'),
  },
  { noNullPrototype: true },
);

/** Something to be done to one of the records there are. */
export const operations = fc.array(
  fc.record({
    action: fc.constantFrom('create', 'create', 'update', 'replace', 'revise', 'delete', 'restore', 'purge'),
    row: fc.nat(20),
    event: fc.nat(20),
    fields,
    given: fc.subarray(['name', 'size', 'price'] as const),
    /** Clocks are set back, too. */
    passed: fc.integer({ min: -3, max: 5 }),
  }),
  { minLength: 1, maxLength: 40 },
);

export type Operation = typeof operations extends fc.Arbitrary<(infer O)[]> ? O : never;

/** What an operation makes of a record's fields: undefined where it takes the record away, 'refused' where it cannot be done. */
export function outcome(world: World, id: bigint, operation: Operation): Fields | undefined | 'refused' {
  const life = world.get(id) ?? [];
  const after = wanted(life, operation);
  if (after === undefined || after === 'refused') return after;
  const isTaken = [...world].some(
    ([other, events]) => other !== id && events.at(-1)?.fields?.name === after.name,
  );
  return isTaken ? 'refused' : after;
}

function wanted(life: readonly Event[], { action, event, fields, given }: Operation) {
  const before = life.at(-1)?.fields;
  const isTrashed = life.at(-1)?.action === 'delete';
  if (action === 'create') return fields;
  if (action === 'restore') return isTrashed ? fieldsAt(life, life.length - 1) : 'refused';
  if (action === 'purge') return isTrashed ? undefined : 'refused';
  if (!before) return 'refused';
  if (action === 'delete') return undefined;
  if (action === 'revise') return fieldsAt(life, event % life.length);
  if (action === 'replace') return fields;
  return { ...before, ...Object.fromEntries(given.map((name) => [name, fields[name]])) };
}

/** A record's fields after an event; as it was last where that took it away. */
export function fieldsAt(life: readonly Event[], index: number): Fields | undefined {
  return life.slice(0, index + 1).findLast((event) => event.fields)?.fields;
}

/** What was there at a time, by id. */
export function worldAt(world: World, time: number): Map<bigint, Fields> {
  const there = [...world].map(([id, life]) => {
    const isPurged = life.at(-1)?.action === 'purge';
    return [id, isPurged ? undefined : life.findLast((event) => event.time <= time)?.fields] as const;
  });
  return new Map(there.flatMap(([id, fields]) => (fields ? [[id, fields] as const] : [])));
}
