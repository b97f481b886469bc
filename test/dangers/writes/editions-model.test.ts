// Takes long: hundreds of random edits of drafts in several languages are compared with a reference.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { freshApp } from '../../support/fresh-app.ts';
import {
  COLUMNS,
  type Edition,
  LOCALES,
  NAMES,
  type Operation,
  operation,
  type Step,
  shownIn,
  type Value,
  type Version,
} from './editions.ts';
import { EditionsRun, HOUR, PATH, seen } from './editions-run.ts';
import {
  type AnyRecord,
  changesIn,
  differences,
  type Entry,
  eventOf,
  idOf,
  inOrder,
  plain,
  type Reader,
  sees,
  shownTo,
  stateOf,
  type Told,
  visibleTo,
  wordsOf,
} from './editions-sight.ts';

/** How many operations are done; RANDOM_EDITIONS=10000 for a long night. */
const OPERATIONS = Number(process.env.RANDOM_EDITIONS ?? 100);
const OF_ONE_RUN = 25;

const app = await freshApp({ contentDir: 'test/content/editions', locales: LOCALES, logLevel: 'silent' });
const { root } = app;
const author = await app.person();
const member = await app.person();
const READERS: readonly Reader[] = [
  { name: 'nobody', client: app.nobody },
  { name: 'author', client: author, drafts: author.id },
  { name: 'member', client: member, drafts: member.id },
  {
    name: 'insider',
    client: await app.granted('dispatch.inside', 'dispatch.note'),
    seesInside: true,
    seesNote: true,
    drafts: -1,
  },
  { name: 'editor', client: await app.granted('dispatch.drafts'), drafts: 'all' },
  { name: 'root', client: root, seesInside: true, seesNote: true, drafts: 'all' },
];

/** Asks as readers do, and compares with the reference. */
class Comparison {
  readonly #run: EditionsRun;
  /** Where the feed stood before. */
  readonly #begin: string;

  constructor(run: EditionsRun, begin: string) {
    this.#run = run;
    this.#begin = begin;
  }

  /** Fails unless a reader is shown what the reference says, in a version and a language. */
  async compare(reader: Reader, version: Version, locale: string): Promise<void> {
    const ids = [...this.#run.records.keys()];
    if (ids.length === 0) return;
    const { client, name, drafts } = reader;
    const query = `version=${version}&filter[id][gte]=${Math.min(...ids)}`;
    if (version === 'draft' && drafts === undefined) {
      for (const path of ['', '/aggregate', '/export', `/${ids[0]}`, `/${ids[0]}/history`])
        assert.equal((await client.get(`${PATH}${path}?version=draft`)).status, 401, path);
      return;
    }
    for (const fallback of [true, false]) {
      const wanted = shownTo(this.#run.records, reader, version, { locale, fallback });
      const told = `${name} ${query}&locale=${locale}&fallback=${fallback}`;
      const asked = `${query}&locale=${locale}&fallback=${fallback}&count=100`;
      assert.deepEqual((await client.list<AnyRecord>(`${PATH}?${asked}`)).map(plain), wanted, told);
      const sorted = wanted.toSorted((one, other) => inOrder(one.title, other.title) || one.id - other.id);
      const inTitle = await client.list<AnyRecord>(`${PATH}?${asked}&sort=title`);
      assert.deepEqual(inTitle.map(plain), sorted, `${told} sort`);
      const found = await client.list<AnyRecord>(`${PATH}?${asked}&q=c`);
      const held = wanted.filter(({ title }) => String(title).includes('c'));
      assert.deepEqual(found.map(plain), held, `${told} q`);
    }
    await this.#compareSearch(reader, version, query, locale);
    await this.#compareSums(reader, version, query);
    await this.#compareExport(reader, version, query);
    await this.#compareRemarks(reader);
  }

  async #compareSearch(reader: Reader, version: Version, query: string, locale: string): Promise<void> {
    const shown = shownTo(this.#run.records, reader, version, { locale, fallback: false });
    for (const word of ['a', 'b', 'zz']) {
      const asked = `${PATH}?${query}&locale=${locale}&count=100&search=${word}&sort=id`;
      const begins = ({ title }: AnyRecord) => wordsOf(title).some((one) => one.startsWith(word));
      const found = await reader.client.list<AnyRecord>(asked);
      assert.deepEqual(found.map(idOf), shown.filter(begins).map(idOf), `${reader.name} ${asked}`);
    }
  }

  async #compareSums(reader: Reader, version: Version, query: string): Promise<void> {
    const records = shownTo(this.#run.records, reader, version, { locale: 'en' });
    const asked = `${PATH}/aggregate?${query}&select=count,sum.size&group=kind`;
    const groups = await reader.client.list<{ group: { kind: string }; count: number; sum: { size: Value } }>(
      asked,
    );
    const wanted = [...Map.groupBy(records, ({ kind }) => kind)].map(([kind, some]) => {
      const sizes = some.flatMap(({ size }) => (size === null ? [] : [Number(size)]));
      return [kind, some.length, sizes.reduce((sum, one) => sum + one, 0)];
    });
    const told = groups.map(({ group: { kind }, count, sum }) => [kind, count, Number(sum.size)]);
    const byKind = (one: unknown[], other: unknown[]) => inOrder(one[0], other[0]);
    assert.deepEqual(told.sort(byKind), wanted.sort(byKind), `${reader.name} ${asked}`);
  }

  async #compareExport(reader: Reader, version: Version, query: string): Promise<void> {
    const columns = COLUMNS.filter((name) => name !== 'note' || reader.seesNote);
    const { text } = await reader.client.get(`${PATH}/export?${query}&format=jsonl&fields=${columns}`);
    const records = text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
    const wanted = visibleTo(this.#run.records, reader, version).map(([id, edition]) => ({
      id,
      ...Object.fromEntries(columns.map((name) => [name, stateOf(edition, version)[name]])),
    }));
    assert.deepEqual(records, wanted, `${reader.name} ${version} export`);
  }

  /** Remarks are there as long as the draft is, and show what is published of it. */
  async #compareRemarks(reader: Reader): Promise<void> {
    const asked = `/v1/remark?filter[words][eq]=${this.#run.name}&sort=id&count=100`;
    const there = [...this.#run.records].flatMap(([id, { isGone }]) => (isGone ? [] : [id]));
    const shown = shownTo(this.#run.records, reader, 'published', { locale: 'en' });
    type Remark = AnyRecord & { dispatch: number; expanded: { dispatch: AnyRecord | null } };
    const remarks = await reader.client.list<Remark>(`${asked}&expand=dispatch`);
    const told = remarks.map(({ dispatch, expanded }) => [
      dispatch,
      expanded.dispatch && plain(expanded.dispatch),
    ]);
    assert.deepEqual(
      told,
      there.map((id) => [id, shown.find((one) => one.id === id) ?? null]),
      reader.name,
    );
    const found = await reader.client.list<Remark>(`${asked}&filter[dispatch][title][eq]=a`);
    const wanted = shown.filter(({ title }) => title === 'a').map(idOf);
    assert.deepEqual(
      found.map(({ dispatch }) => dispatch),
      wanted,
      `${reader.name} by reference`,
    );
  }

  /** Fails unless what happened is told as the reference says: by histories, earlier times and the feed. */
  async comparePast(reader: Reader): Promise<void> {
    for (const version of ['published', 'draft'] as const) {
      if (version === 'draft' && reader.drafts === undefined) continue;
      for (const [id, edition] of this.#run.records)
        await this.#compareRecordsPast(reader, version, id, edition);
    }
    await this.#compareFeed(reader);
  }

  async #compareRecordsPast(reader: Reader, version: Version, id: number, edition: Edition): Promise<void> {
    const { owner, isGone } = edition;
    const steps = edition.steps.filter((step) => step.version === version);
    const isThere = !isGone && (version === 'draft' || edition.isPublished);
    const isSeen = sees(reader, version, stateOf(edition, version), owner);
    const told = `${reader.name} ${version} ${id}`;
    const { status, body } = await reader.client.get<AnyRecord>(`${PATH}/${id}?version=${version}&locale=de`);
    assert.equal(status, isThere && isSeen ? 200 : 404, told);
    if (status === 200) {
      const [wanted] = shownTo(this.#run.records, reader, version, { locale: 'de' }).filter(
        (one) => one.id === id,
      );
      assert.deepEqual(plain(body), wanted, told);
    }
    const answer = await reader.client.get(`${PATH}/${id}/history?version=${version}&count=100`);
    assert.equal(answer.status, steps.length > 0 && isSeen ? 200 : 404, `${told} history`);
    if (answer.status !== 200) return;
    const history = (answer.body.items as Entry[]).toReversed();
    const lines = history.map(({ action, changes }) => [action, changesIn(changes)]);
    const isShown = ({ action, was, is }: Step) =>
      sees(reader, version, is, owner) && (action === 'create' || sees(reader, version, was, owner));
    const wanted = steps.map((step) => [
      step.decision ?? step.action,
      isShown(step) ? differences(reader, step) : {},
    ]);
    assert.deepEqual(lines, wanted, `${told} history`);
    for (const [index, { time }] of history.entries()) {
      if (history[index + 1]?.time === time) continue;
      const { action, is } = steps[index] as Step;
      const isLeft = action !== 'delete' && sees(reader, version, is, owner);
      const past = await reader.client.get<AnyRecord>(
        `${PATH}/${id}?version=${version}&as_of=${time}&locale=fr`,
      );
      assert.equal(past.status, isLeft ? 200 : 404, `${told} as of step ${index}`);
      if (isLeft)
        assert.deepEqual(
          [past.body.title, past.body.code, past.body.size, past.body.kind],
          [shownIn(is, 'title', 'fr'), shownIn(is, 'code', 'fr'), is.size, is.kind],
          `${told} as of step ${index}`,
        );
    }
  }

  async #compareFeed(reader: Reader): Promise<void> {
    const path = `/v1/changes?record=dispatch&count=500&after=${this.#begin}`;
    const items = await reader.client.list<Told>(path);
    for (const [id, { steps, owner }] of this.#run.records)
      for (const version of ['published', 'draft'] as const) {
        const told = items
          .filter((one) => one.row === id && (one.version ?? 'published') === version)
          .map(({ event, fields }) => [event, fields?.filter((name) => COLUMNS.includes(name)).sort()]);
        const isReadable = version === 'published' || reader.drafts !== undefined;
        const wanted = steps
          .filter((step) => step.version === version && isReadable)
          .flatMap((step) => eventOf(reader, step, owner));
        assert.deepEqual(told, wanted, `${reader.name} feed of ${version} ${id}`);
      }
  }
}

/** Every run has some records, so that operations find one. */
const BEGINNING: readonly Operation[] = (['1', '2', '3', '4'] as const).map(
  (en, record): Operation => ({
    what: 'create',
    row: record,
    change: { title: 'a', code: { en }, ...(record === 3 && { kind: 'inside' }) },
  }),
);

let runs = 0;

it('what readers are shown of drafts in several languages is as a reference says', async (test) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(operation, { minLength: OF_ONE_RUN, maxLength: OF_ONE_RUN }),
      async (operations) => {
        runs += 1;
        const { next } = await root.read<{ next: string }>(`/v1/changes?since=${Date.now() + HOUR}`);
        const run = new EditionsRun(app, author, `run ${runs}`);
        const comparison = new Comparison(run, next);
        for (const [index, one] of [...BEGINNING, ...operations].entries()) {
          await run.do(one);
          const reader = READERS[one.row % READERS.length] as Reader;
          const locale = NAMES[index % NAMES.length] as string;
          await comparison.compare(reader, index % 2 ? 'draft' : 'published', locale);
        }
        for (const reader of READERS) {
          for (const version of ['published', 'draft'] as const)
            await comparison.compare(reader, version, 'fr');
          await comparison.comparePast(reader);
        }
        await run.end();
      },
    ),
    { numRuns: Math.ceil(OPERATIONS / OF_ONE_RUN), endOnFailure: true },
  );
  test.diagnostic(JSON.stringify(seen));
});
