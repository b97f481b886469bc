import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { operatorDoor } from '../../server/access/operator.ts';
import { beginImport } from '../../server/features/transfer/begin-import.ts';
import { runImport } from '../../server/features/transfer/run-import.ts';
import { openRecords } from '../../server/features/transfer/source/records-of.ts';
import { ownNamesOf } from '../../server/records/sent-records/own-names.ts';
import { Seen } from '../../server/records/sent-records/seen.ts';
import { freshApp } from '../support/fresh-app.ts';
import { importsInto } from '../support/records/imports.ts';

const app = await freshApp({ contentDir: 'test/content/trees' });
const pages = importsInto(app, '/v1/page');

interface AnyRecord {
  readonly slug: string;
  readonly parent: string | null;
}

let files = 0;
/** A forest whose slugs no other test has: records from the top down, each below an earlier one or none. */
function forest(count: number, parentOf: (place: number) => number | null): AnyRecord[] {
  files += 1;
  const slugOf = (place: number) => `f${files}-${place}`;
  return Array.from({ length: count }, (_, place) => {
    const parent = parentOf(place);
    return { slug: slugOf(place), parent: parent === null ? null : slugOf(parent) };
  });
}

const csvOf = (records: readonly AnyRecord[]) =>
  `title,slug,parent.slug\n${records.map(({ slug, parent }) => `x,${slug},${parent ?? ''}`).join('\n')}\n`;
const jsonOf = (records: readonly AnyRecord[]) =>
  JSON.stringify(
    records.map(({ slug, parent }) => ({ title: 'x', slug, parent: parent && { slug: parent } })),
  );

/** Each record of a forest and its parent, by slug, as stored. */
async function stored([first]: readonly AnyRecord[]): Promise<Map<string, string | null>> {
  const prefix = `${first?.slug.split('-')[0]}-`;
  const { text } = await app.root.get(`/v1/page/export?format=jsonl&filter[slug][starts]=${prefix}`);
  const records = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { id: number; slug: string; parent: number | null });
  const slugs = new Map(records.map(({ id, slug }) => [id, slug]));
  return new Map(
    records.map(({ slug, parent }) => [slug, parent === null ? null : (slugs.get(parent) ?? '?')]),
  );
}

const asSent = (records: readonly AnyRecord[]) => new Map(records.map(({ slug, parent }) => [slug, parent]));
const sorted = (map: Map<string, string | null>) => [...map].sort();

/** More roots than a batch holds, and a chain of records. */
const CHAIN = 16;
const ROOTS = 520;
const chained = (place: number) => (place > 0 && place < CHAIN ? place - 1 : null);
const spread = () => forest(CHAIN + ROOTS, chained);

describe('records may name records of their own collection', () => {
  for (const [what, records, order] of [
    ['above them', forest(CHAIN, chained), (records) => records],
    ['below them', forest(CHAIN, chained), (records) => records.toReversed()],
    [
      'in earlier batches',
      spread(),
      (records) => [...records.slice(0, 8), ...records.slice(CHAIN), ...records.slice(8, CHAIN)],
    ],
    [
      'in later batches',
      spread(),
      (records) => [...records.slice(8, CHAIN), ...records.slice(CHAIN), ...records.slice(0, 8)],
    ],
    [
      'in a tree that is wide',
      forest(530, (place) => (place < 3 ? null : place % 3)),
      (records) => records.toReversed(),
    ],
  ] as readonly (readonly [string, AnyRecord[], (records: AnyRecord[]) => AnyRecord[]])[])
    it(`${what}, and the dry run agrees`, async () => {
      const file = csvOf(order(records));
      const dry = await pages.run('dry_run=true', file);
      assert.deepEqual([dry.state, dry.created, dry.refused], ['done', records.length, 0]);
      assert.equal((await stored(records)).size, 0);
      const real = await pages.run('', file);
      assert.deepEqual([real.state, real.created, real.refused], ['done', records.length, 0]);
      assert.deepEqual(sorted(await stored(records)), sorted(asSent(records)));
    });

  it('and are removed in turn when the import is undone', async () => {
    const records = forest(CHAIN, chained);
    const { id } = await pages.run('', csvOf(records.toReversed()));
    const undone = await pages.undo(id);
    assert.deepEqual([undone.state, undone.removed, undone.kept], ['undone', records.length, 0]);
  });

  it('in a file of one line', async () => {
    const records = spread();
    const file = jsonOf(records.toReversed());
    const counts = ({ created, refused }: { created: number; refused: number }) => [created, refused];
    assert.deepEqual(counts(await pages.run('format=json&dry_run=true', file)), [CHAIN + ROOTS, 0]);
    assert.deepEqual(counts(await pages.run('format=json', file)), [CHAIN + ROOTS, 0]);
    assert.deepEqual(sorted(await stored(records)), sorted(asSent(records)));
  });

  it('but not in a circle, and not those that are refused', async () => {
    const [a, b, c, d, e] = forest(5, () => null) as [AnyRecord, AnyRecord, AnyRecord, AnyRecord, AnyRecord];
    const records = [
      { ...a, parent: b.slug },
      { ...b, parent: a.slug },
      { ...c, parent: c.slug },
      { ...d, parent: 'x'.repeat(41) },
      { ...e, parent: d.slug },
    ];
    for (const query of ['dry_run=true', '']) {
      const { id, created, refused } = await pages.run(query, csvOf(records));
      assert.deepEqual([created, refused], [0, 5]);
      for (const { fields } of (await pages.report(id)) as { fields?: object }[])
        assert.deepEqual(Object.keys(fields ?? {}), ['parent']);
    }
  });

  it('of which some are there already, and move', async () => {
    const records = forest(3, chained) as [AnyRecord, AnyRecord, AnyRecord];
    await pages.run('', csvOf(records));
    const [a, b, c] = records;
    const moved = [
      { ...b, parent: null },
      { ...a, parent: c.slug },
      { ...c, parent: null },
    ];
    for (const query of ['key=slug&dry_run=true', 'key=slug']) {
      const { updated, refused } = await pages.run(query, csvOf(moved));
      assert.deepEqual([updated, refused], [3, 0]);
    }
    assert.deepEqual(sorted(await stored(records)), sorted(asSent(moved)));
  });

  it('of which some stand in the file twice: the later one holds', async () => {
    const [a, b] = forest(2, () => null) as [AnyRecord, AnyRecord];
    const records = [{ ...a, parent: b.slug }, a, b];
    const { created, updated, refused } = await pages.run('key=slug', csvOf(records));
    assert.deepEqual([created, updated, refused], [2, 1, 0]);
    assert.deepEqual(sorted(await stored(records)), sorted(asSent([a, b])));
  });

  it('of which one is sent again below those under it, and the dry run agrees', async () => {
    const [a, b, c] = forest(3, chained) as [AnyRecord, AnyRecord, AnyRecord];
    const fillers = () => forest(ROOTS, () => null);
    const file = csvOf([a, b, ...fillers(), a, ...fillers(), c]);
    for (const query of ['key=slug&dry_run=true', 'key=slug']) {
      const { created, refused } = await pages.run(query, file);
      assert.deepEqual([created, refused], [3 + 2 * ROOTS, 0]);
    }
  });

  it('as deep as a tree may be, in the dry run as well', async () => {
    const records = forest(101, (place) => (place === 0 ? null : place - 1));
    const filler = forest(420, () => null);
    for (const query of ['dry_run=true', '']) {
      const file = csvOf([...records.slice(0, 99), ...filler, ...records.slice(99)]);
      const { created, refused } = await pages.run(query, file);
      assert.deepEqual([created, refused], [520, 1]);
    }
  });
});

it('of which each must lean on another, and the dry run agrees', async () => {
  const { database } = app.server.store;
  const first = database.query.insertInto('vine').values({ id: 1, name: 'first', beside: 1 });
  await database.transaction((connection) => connection.run(first.compile()));
  const vines = importsInto(app, '/v1/vine');
  const records = forest(CHAIN + ROOTS, chained);
  const lines = records.map(({ slug, parent }, place) => {
    const beside = place > 0 && place < CHAIN ? records[place - 1]?.slug : 'first';
    return `${slug},${parent ?? ''},${beside}`;
  });
  const ordered = [...lines.slice(0, 8), ...lines.slice(CHAIN), ...lines.slice(8, CHAIN)];
  for (const query of ['dry_run=true', '']) {
    const { created, refused } = await vines.run(query, `name,on.name,beside.name\n${ordered.join('\n')}\n`);
    assert.deepEqual([created, refused], [records.length, 0]);
  }
});

it('a dry run weighs what records of earlier batches need to be written again, each once', () => {
  using seen = new Seen(ownNamesOf(app.server.store.catalogue.get('page')));
  const recordOf = ({ slug, parent }: AnyRecord) => ({
    ...{ line: 1, size: 100 },
    values: { title: 'x', slug, parent: parent === null ? null : { slug: parent } },
  });
  const records = forest(6, (place) => (place === 0 || place === 3 ? null : place - 1)).map(recordOf);
  for (const record of records) seen.addRecord(record);
  seen.settle();
  const named = [2, 1, 2, 5].map((place) => ({
    slug: `under ${place}`,
    parent: String(records[place]?.values.slug),
  }));
  assert.deepEqual(
    named.map((record) => seen.weightOf(recordOf(record))),
    [1800, 0, 0, 1800],
  );
  seen.settle();
  assert.equal(seen.weightOf(recordOf(named[1] as AnyRecord)), 1200);
});

it('an import that was interrupted goes on where it stopped, whatever the order', async () => {
  const { store } = app.server;
  const definition = store.catalogue.get('page');
  const records = forest(CHAIN + 2 * ROOTS, chained);
  const file = Buffer.from(
    csvOf([...records.slice(8, CHAIN), ...records.slice(CHAIN), ...records.slice(0, 8)]),
  );
  const request = { definition, file: '', format: 'csv', size: file.length, sha256: 'b'.repeat(64) } as const;
  const door = operatorDoor(store, 'import');
  const open = () => openRecords(store.catalogue, definition, 'csv', Readable.from([file]));
  const begin = () => beginImport(door, { ...request, key: undefined, isDryRun: false });
  const stopping = new AbortController();
  const first = (await begin()).record;
  let opened = 0;
  const openAndStop = async () => {
    const records = await open();
    opened += 1;
    return opened > 1 ? records : stoppingAfter(900, records, stopping); // the second time, names alone are read
  };
  const stopped = runImport({ door, definition, begun: first, signal: stopping.signal }, openAndStop);
  await assert.rejects(stopped);
  const { record: begun } = await begin();
  assert.equal(begun.id, first.id);
  assert.ok(begun.created > 0 && begun.created < records.length);
  const { signal } = new AbortController();
  const ended = await runImport({ door, definition, begun, signal }, open);
  assert.deepEqual([ended.state, ended.created, ended.refused], ['done', records.length, 0]);
  assert.deepEqual(sorted(await stored(records)), sorted(asSent(records)));
});

async function* stoppingAfter<T>(
  count: number,
  records: AsyncIterable<T>,
  stopping: AbortController,
): AsyncGenerator<T> {
  let read = 0;
  for await (const record of records) {
    read += 1;
    if (read > count) stopping.abort();
    yield record;
  }
}
