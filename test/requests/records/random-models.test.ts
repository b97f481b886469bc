// Takes long: random definitions serve random records.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { readLocales } from '../../../server/definitions/locales.ts';
import type { AnyRecord } from '../../support/bodies.ts';
import { PASSWORD } from '../../support/fresh-app.ts';
import { callOf, openClient } from '../../support/library-client.ts';
import type { OpenApi } from '../../support/open-api.ts';
import {
  LOCALES,
  projectOfModels,
  type RandomModel,
  randomModels,
  valuesOf,
} from '../../support/random-models.ts';

const count = Number(process.env.RANDOM_RECORDS ?? 24);
const seed = Number(process.env.RANDOM_SEED ?? 7);
const models = randomModels(count, seed);
const byName = new Map(models.map((model) => [model.name, model]));
const { app, base, Quire } = await openClient(projectOfModels(models), {
  locales: readLocales(LOCALES) ?? [],
});
const { root } = app;
const member = await app.person();

type Expanded = AnyRecord & { readonly expanded?: Readonly<Record<string, Expanded | Expanded[] | null>> };
const ids = new Map<string, number[]>();
const idsOf = (name: string) => ids.get(name) ?? [];
const failures: string[] = [];

/** Tells which of many failed, so that a test of all collections names the odd ones. */
async function eachModel(work: (model: RandomModel) => Promise<void>): Promise<void> {
  failures.length = 0;
  for (const model of models)
    await work(model).catch((error: Error) => failures.push(`${model.name}: ${error.message}`));
  assert.deepEqual(failures.slice(0, 3), []);
}

const referencesIn = ({ references }: RandomModel) =>
  Object.fromEntries(
    references.map(({ field, target, isMany }) => {
      const there = idsOf(target);
      return [field, isMany ? there : (there[0] ?? null)];
    }),
  );

async function publish({ name, hasDrafts }: RandomModel, id: number): Promise<void> {
  if (hasDrafts) await root.done(`POST /v1/${name}/${id}/publish`);
}

/** Every record that an expanded one leads to, as it is read by itself. */
async function sameAsAlone(
  record: Expanded,
  { references }: RandomModel,
  path: readonly string[],
): Promise<void> {
  const [next, ...others] = path;
  const reference = references.find(({ field }) => field === next);
  if (!reference) return;
  const target = byName.get(reference.target) as RandomModel;
  for (const shown of [record.expanded?.[reference.field] ?? []].flat()) {
    const { expanded: _, ...fields } = shown;
    assert.deepEqual(fields, await member.read(`/v1/${target.name}/${shown.id}`));
    await sameAsAlone(shown, target, others);
  }
}

describe(`${count} collections that refer to each other (seed ${seed})`, () => {
  before(() =>
    eachModel(async (model) => {
      const made: number[] = [];
      for (const place of [1, 2]) made.push(await root.make(`/v1/${model.name}`, valuesOf(model, place)));
      ids.set(model.name, made);
    }),
  );

  it('are written, and answered as they were written', () =>
    eachModel(async (model) => {
      for (const id of idsOf(model.name)) {
        const headers = { prefer: 'return=representation' };
        const body = referencesIn(model);
        const { status, body: record } = await root.patch<AnyRecord>(`/v1/${model.name}/${id}`, body, {
          headers,
        });
        assert.equal(status, 200);
        assert.deepEqual(Object.fromEntries(Object.keys(body).map((field) => [field, record[field]])), body);
        await publish(model, id);
      }
    }));

  it('are listed alone and with all that they refer to', () =>
    eachModel(async (model) => {
      const fields = model.references.map(({ field }) => field);
      for (const query of ['', `?expand=${fields.join()}`]) {
        const items = await member.list<Expanded>(`/v1/${model.name}${query}`);
        assert.deepEqual(new Set(items.map(({ id }) => id)), new Set(idsOf(model.name)));
        for (const field of fields) await sameAsAlone(items[0] as Expanded, model, query ? [field] : []);
      }
    }));

  it('are followed from collection to collection', () =>
    eachModel(async (model) => {
      for (const { field, target } of model.references) {
        const deeper = byName.get(target)?.references.map((one) => one.field) ?? [];
        const expand = deeper.map((one) => `${field}.${one}`).join();
        const record = await member.read<Expanded>(
          `/v1/${model.name}/${idsOf(model.name)[0]}?expand=${expand}`,
        );
        for (const one of deeper) await sameAsAlone(record, model, [field, one]);
      }
    }));

  it('are described', async () => {
    const { paths } = await root.read<OpenApi>('/openapi.json');
    const definitions = await root.read<{ items: { name: string }[] }>('/cms/definition');
    const told = new Set(definitions.items.map(({ name }) => name));
    const missing = models.filter(({ name }) => !paths[`/v1/${name}`] || !told.has(name));
    assert.deepEqual(missing, []);
  });

  it('are read and written by the typed client', async () => {
    const client = new Quire({ base });
    const call = callOf(client);
    await client.signIn(member.username, PASSWORD);
    await eachModel(async (model) => {
      const expand = Object.fromEntries(model.references.map(({ field }) => [field, true]));
      const { items } = (await call(model.name, 'list', { expand, sort: 'id' })) as {
        items: { id: string }[];
      };
      assert.deepEqual(
        items.map(({ id }) => Number(id)),
        idsOf(model.name),
      );
    });
  });
});
