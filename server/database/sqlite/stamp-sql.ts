import { STAMPS, type StampSql, stampTrigger } from '../stamps.ts';

export const stampSql: StampSql = {
  create: [
    `create table if not exists "${STAMPS}" (name text not null, id integer not null, value integer not null, primary key (name, id)) without rowid`,
  ],
  triggersOf({ table, by }) {
    const row = (version: string) => (by === undefined ? '0' : `${version}."${by}"`);
    const trigger = (event: string, rows: readonly string[]) => {
      const name = stampTrigger(table, event);
      const body = rows.map((id) => `${put(table, id)};`).join(' ');
      return { name, sql: [`create trigger "${name}" after ${event} on "${table}" begin ${body} end`] };
    };
    return [
      trigger('insert', [row('new')]),
      trigger('update', [row('old'), row('new')]),
      trigger('delete', [row('old')]),
    ];
  },
  present: "select name from sqlite_master where type = 'trigger'",
  put,
};

/** Within the numbers that JavaScript reads exactly. */
function put(table: string, id: string): string {
  return `insert or replace into "${STAMPS}" (name, id, value) values ('${table}', ${id}, random() >> 12)`;
}
