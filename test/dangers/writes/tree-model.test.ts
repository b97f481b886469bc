import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { freshApp } from '../../support/fresh-app.ts';

/** How many operations are done to each kind of tree; RANDOM_TREES=10000 for a long night. */
const OPERATIONS = Number(process.env.RANDOM_TREES ?? 60);
const OF_ONE_RUN = 30;

const app = await freshApp({ contentDir: 'test/content/trees' });
const { root } = app;

/** A record as the reference knows it: its parent, and the record with which it went to the trash. */
interface Node {
  readonly parent: number | null;
  readonly goneWith?: number;
}

type Forest = ReadonlyMap<number, Node>;

interface Kind {
  readonly path: string;
  readonly field: string;
  readonly title: string;
  readonly onDelete: 'refuse' | 'delete' | 'detach';
}

const KINDS: readonly Kind[] = [
  { path: '/v1/page', field: 'parent', title: 'title', onDelete: 'refuse' },
  { path: '/v1/branch', field: 'root', title: 'name', onDelete: 'delete' },
  { path: '/v1/shelf', field: 'within', title: 'name', onDelete: 'detach' },
];

const operations = fc.array(
  fc.record({
    what: fc.constantFrom(
      'create',
      'create',
      'move',
      'move',
      'move',
      'delete',
      'restore',
      'undo',
      'undo old',
    ),
    row: fc.nat(1000),
    to: fc.option(fc.nat(1000), { nil: null }),
  }),
  { minLength: OF_ONE_RUN, maxLength: OF_ONE_RUN },
);

type Operation = typeof operations extends fc.Arbitrary<(infer O)[]> ? O : never;

const isLive = (forest: Forest, id: number) => forest.has(id) && forest.get(id)?.goneWith === undefined;
const live = (forest: Forest) => [...forest.keys()].filter((id) => isLive(forest, id));
const childrenOf = (forest: Forest, id: number | null) =>
  live(forest).filter((one) => forest.get(one)?.parent === id);

function below(forest: Forest, id: number): number[] {
  return childrenOf(forest, id).flatMap((child) => [child, ...below(forest, child)]);
}

function above(forest: Forest, id: number): number[] {
  const parent = forest.get(id)?.parent ?? null;
  return parent === null ? [] : [...above(forest, parent), parent];
}

/** What an operation makes of a forest; undefined if it must be refused. */
function moved(forest: Forest, id: number, parent: number | null): Forest | undefined {
  if (parent === id || (parent !== null && below(forest, id).includes(parent))) return undefined;
  return new Map([...forest, [id, { parent }]]);
}

function deleted(forest: Forest, id: number, { onDelete }: Kind): Forest | undefined {
  const after = new Map(forest);
  const children = childrenOf(forest, id);
  if (onDelete === 'refuse' && children.length > 0) return undefined;
  if (onDelete === 'detach') {
    after.delete(id); // without a full audit there is no trash
    for (const child of children) after.set(child, { parent: null });
    return after;
  }
  for (const one of [id, ...below(forest, id)])
    after.set(one, { parent: forest.get(one)?.parent ?? null, goneWith: id });
  return after;
}

function restored(forest: Forest, id: number): Forest | undefined {
  const parent = forest.get(id)?.parent ?? null;
  if (parent !== null && !isLive(forest, parent)) return undefined;
  const back = [...forest].map(
    ([one, node]) => [one, node.goneWith === id ? { parent: node.parent } : node] as const,
  );
  return new Map(back);
}

/** The record with which one goes back to the trash among `gone`: the highest above it that it was there with `before`. */
function headOf(before: Forest, gone: ReadonlySet<number>, id: number): number {
  const { parent = null, goneWith } = before.get(id) ?? {};
  const isAlong = parent !== null && gone.has(parent) && before.get(parent)?.goneWith === goneWith;
  return goneWith !== undefined && isAlong ? headOf(before, gone, parent) : id;
}

/** What a client does to records, and what it expects. */
class Run {
  readonly #kind: Kind;
  readonly #name: string;
  #forest: Forest = new Map();
  #last: { readonly request: string; readonly before: Forest } | undefined;
  readonly #requests: { readonly request: string; readonly before: Forest }[] = [];

  constructor(kind: Kind, name: string) {
    this.#kind = kind;
    this.#name = name;
  }

  async do({ what, row: record, to }: Operation): Promise<void> {
    const { path, field, title, onDelete } = this.#kind;
    const records = live(this.#forest);
    const id = records[record % records.length];
    const parent = to === null ? null : (records[to % Math.max(records.length, 1)] ?? null);
    if (what === 'create' || id === undefined) {
      const answer = await root.ask(`POST ${path}`, { [title]: this.#name, [field]: parent });
      assert.equal(answer.status, 201, answer.text);
      const made = (answer.body as unknown as { id: number }).id;
      this.#note(answer.headers, new Map([...this.#forest, [made, { parent }]]));
    } else if (what === 'move') {
      await this.#try(`PATCH ${path}/${id}`, { [field]: parent }, moved(this.#forest, id, parent));
    } else if (what === 'delete') {
      await this.#try(`DELETE ${path}/${id}`, undefined, deleted(this.#forest, id, this.#kind));
    } else if (onDelete === 'detach')
      return; // no history, so no way back
    else if (what === 'restore') await this.#restore(record);
    else if (what === 'undo') await this.#undoLast();
    else await this.#undoAny(record);
  }

  async #restore(record: number): Promise<void> {
    const heads = [...this.#forest].flatMap(([id, { goneWith }]) => (goneWith === id ? [id] : []));
    const id = heads[record % heads.length];
    if (id === undefined) return;
    await this.#try(`POST ${this.#kind.path}/trash/${id}/restore`, undefined, restored(this.#forest, id));
  }

  async #try(request: string, body: object | undefined, expected: Forest | undefined): Promise<void> {
    const { status, headers, text } = await root.ask(request, body);
    assert.equal(status < 400, expected !== undefined, `${request} ${JSON.stringify(body)}: ${text}`);
    seen[expected ? 'taken' : 'refused'] += 1;
    if (expected) this.#note(headers, expected);
  }

  #note(headers: Readonly<Record<string, unknown>>, forest: Forest): void {
    const request = String(headers['x-request-id']);
    this.#last = { request, before: this.#forest };
    this.#requests.push(this.#last);
    this.#forest = forest;
  }

  /** Nothing has changed since: every record is as it was, and those that were restored are in the trash together again. */
  async #undoLast(): Promise<void> {
    if (!this.#last) return;
    const { request, before } = this.#last;
    this.#last = undefined;
    if (!(await undo(request))) return;
    const after = [...this.#forest].map(([id, node]) => {
      const was = before.get(id) ?? node;
      const isTaken = isLive(this.#forest, id) && !isLive(before, id);
      return [id, isTaken && was.goneWith === undefined ? { ...was, goneWith: id } : was] as const;
    });
    this.#forest = new Map(after);
  }

  /** Something may have changed since: what the server left alone is taken from it, and must be a forest still. */
  async #undoAny(record: number): Promise<void> {
    const chosen = this.#requests[record % Math.max(this.#requests.length, 1)];
    if (chosen === undefined || !(await undo(chosen.request))) return;
    this.#last = undefined;
    const there = await this.#stored();
    const gone = [...this.#forest].filter(([id]) => !there.has(id));
    const fresh = new Set(gone.flatMap(([id, { goneWith }]) => (goneWith === undefined ? [id] : [])));
    const known = gone.map(
      ([id, node]) => [id, { ...node, goneWith: node.goneWith ?? headOf(chosen.before, fresh, id) }] as const,
    );
    this.#forest = new Map([...known, ...there]);
  }

  async #stored(): Promise<Map<number, Node>> {
    const { path, field, title } = this.#kind;
    const asked = `filter[${title}][eq]=${this.#name}&fields=${field}&count=100&sort=id`;
    const records = await root.list<{ id: number }>(`${path}?${asked}`);
    return new Map(
      records.map((record) => [record.id, { parent: (record as never)[field] as number | null }]),
    );
  }

  /** Fails unless the server shows the forest of the reference, from all sides. */
  async compare(record: number): Promise<void> {
    const { path, field } = this.#kind;
    const forest = this.#forest;
    const expected = live(forest).map((id) => [id, { parent: forest.get(id)?.parent ?? null }] as const);
    assert.deepEqual(
      [...(await this.#stored())],
      expected.sort(([one], [other]) => one - other),
    );
    for (const id of live(forest)) assert.ok(!above(forest, id).includes(id), 'a circle');
    const records = live(forest);
    const id = records[record % records.length];
    if (id === undefined) return;
    const idsOf = async (query: string) =>
      (await root.list<{ id: number }>(`${path}${query}`)).map((one) => one.id);
    const ordered = (ids: number[]) => ids.toSorted((one, other) => one - other);
    assert.deepEqual(await idsOf(`/${id}/ancestors`), above(forest, id));
    assert.deepEqual(
      await idsOf(`?filter[${field}][below]=${id}&count=100&sort=id`),
      ordered(below(forest, id)),
    );
    assert.deepEqual(
      await idsOf(`?filter[${field}][above]=${id}&count=100&sort=id`),
      ordered(above(forest, id)),
    );
    assert.deepEqual(
      await idsOf(`?filter[${field}][eq]=${id}&count=100&sort=id`),
      ordered(childrenOf(forest, id)),
    );
  }
}

/** Whether anything was taken back. */
async function undo(request: string): Promise<boolean> {
  const { expected } = (await root.done('POST /cms/undo/preview', { request })) as unknown as {
    expected: number;
  };
  if (expected === 0) return false;
  await root.done('POST /cms/undo', { request, expected });
  seen.undone += 1;
  return true;
}

let runs = 0;
const seen = { taken: 0, refused: 0, undone: 0 };
describe('a tree is as a reference says after each operation', () => {
  for (const kind of KINDS)
    it(`whose records, when deleted, ${kind.onDelete} those below them`, async (test) => {
      await fc.assert(
        fc.asyncProperty(operations, async (done) => {
          runs += 1;
          const run = new Run(kind, `run ${runs}`);
          for (const operation of done) {
            await run.do(operation);
            await run.compare(operation.row);
          }
        }),
        { numRuns: Math.ceil(OPERATIONS / OF_ONE_RUN), endOnFailure: true },
      );
      test.diagnostic(JSON.stringify(seen));
    });
});
