import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Answer } from '../../support/client.ts';
import { freshApp } from '../../support/fresh-app.ts';

const app = await freshApp({ contentDir: 'test/content/shifts', instances: 2 });
const { root } = app;
const path = '/v1/shift';
const DAY = '2026-05-17';
const AT_ONCE = 8;

const newEmployee = () => root.make('/v1/employee', { name: 'Ann' });

/** Makes shifts that do not meet yet, and returns the requests after which they would. */
type Way = (employee: number, careful: boolean) => Promise<(() => Promise<Answer<object>>)[]>;

const each = <T>(make: (place: number) => T) => Array.from({ length: AT_ONCE }, (_, place) => make(place));

async function shiftsBeside(values: (place: number) => object): Promise<number[]> {
  const ids = [];
  for (const one of each(values)) ids.push(await root.make(path, one));
  return ids;
}
const onOtherDays = (employee: number, careful: boolean) =>
  shiftsBeside((place) => ({ employee, day: `2026-06-0${place + 1}`, careful }));

async function ofOthers(careful: boolean): Promise<number[]> {
  const others: number[] = [];
  for (const _ of each(() => undefined)) others.push(await newEmployee());
  return shiftsBeside((place) => ({ employee: others[place], day: DAY, careful }));
}

/** Shifts that met on this day one after the other, each deleted before the next. */
async function deleted(employee: number, careful: boolean): Promise<number[]> {
  const ids = [];
  for (const _ of each(() => undefined)) {
    const id = await root.make(path, { employee, day: DAY, careful });
    await root.done(`DELETE ${path}/${id}`);
    ids.push(id);
  }
  return ids;
}

const ways: Record<string, Way> = {
  'a creation': async (employee, careful) =>
    each(() => () => root.post(path, { employee, day: DAY, careful })),
  'a bulk request': async (employee, careful) => {
    const items = [{ action: 'create', values: { employee, day: DAY, careful } }];
    return each(() => () => root.post(`${path}/bulk`, { items }));
  },
  'a changed reference': async (employee, careful) =>
    (await ofOthers(careful)).map((id) => () => root.patch(`${path}/${id}`, { employee })),
  'a restored record': async (employee, careful) =>
    (await deleted(employee, careful)).map((id) => () => root.post(`${path}/trash/${id}/restore`)),
};

const others: Record<string, Way> = {
  'a change beside the reference': async (employee, careful) =>
    (await onOtherDays(employee, careful)).map((id) => () => root.patch(`${path}/${id}`, { day: DAY })),
  'a replaced record': async (employee, careful) =>
    (await onOtherDays(employee, careful)).map(
      (id) => () => root.put(`${path}/${id}`, { employee, day: DAY, careful }),
    ),
};

async function holds(way: Way, careful: boolean): Promise<void> {
  const employee = await newEmployee();
  const answers = await Promise.all((await way(employee, careful)).map((send) => send()));
  const statuses = answers.map(({ status }) => status);
  assert.equal(statuses.filter((status) => status < 300).length, 1, String(statuses));
  assert.equal(statuses.filter((status) => status === 400).length, AT_ONCE - 1, String(statuses));
  assert.equal(
    (await root.list(`${path}?filter[employee][eq]=${employee}&filter[day][eq]=${DAY}`)).length,
    1,
  );
}

describe('a check over several records in a hook', () => {
  for (const [name, way] of Object.entries(ways))
    it(`holds for ${name}, as the record that it newly refers to is locked before`, () => holds(way, false));
  for (const [name, way] of Object.entries({ ...ways, ...others }))
    it(`holds for ${name} with a lock`, () => holds(way, true));
});

describe('a hook', () => {
  it('may put another reference in the place of one that is missing, but not leave it', async () => {
    const employee = await newEmployee();
    const values = { employee: 999_999, day: DAY };
    const made = await root.make(path, { ...values, stand_in: employee });
    assert.equal((await root.read(`${path}/${made}`)).employee, employee);
    const { status, body } = await root.post<{ fields: object }>(path, values);
    assert.deepEqual([status, Object.keys(body.fields)], [400, ['employee']]);
  });
});
