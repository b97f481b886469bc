import { STAMPS, type StampSql, stampTrigger } from '../stamps.ts';

export const stampSql: StampSql = {
  create: [
    `create table if not exists "${STAMPS}" (name varchar(64) character set ascii collate ascii_bin not null, id bigint not null, value bigint not null, primary key (name, id)) engine = InnoDB`,
  ],
  triggersOf({ table, by }) {
    const row = (version: string) => (by === undefined ? '0' : `${version}."${by}"`);
    const trigger = (event: string, rows: readonly string[]) => {
      const name = stampTrigger(table, event);
      const body = rows.map((id) => `${put(table, id)};`).join(' ');
      return {
        name,
        sql: [`create trigger "${name}" after ${event} on "${table}" for each row begin ${body} end`],
      };
    };
    return [
      trigger('insert', [row('new')]),
      trigger('update', [row('old'), row('new')]),
      trigger('delete', [row('old')]),
    ];
  },
  present: 'select trigger_name as "name" from information_schema.triggers where trigger_schema = database()',
  put,
};

function put(table: string, id: string): string {
  return `replace into "${STAMPS}" (name, id, value) values ('${table}', ${id}, floor(rand() * 9007199254740991))`;
}
