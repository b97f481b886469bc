import { STAMPS, type StampSql, stampTrigger } from '../stamps.ts';

const VALUE = '(random() * 9007199254740991)::bigint';

/** Makes the function of all triggers, whose argument names the column. A dump holds triggers, but no functions. */
export const STAMP = `create or replace function quire_stamp() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into "${STAMPS}" (name, id, value)
      values (tg_table_name, case when tg_argv[0] = '' then 0 else (to_jsonb(old) ->> tg_argv[0])::bigint end, ${VALUE})
      on conflict (name, id) do update set value = excluded.value;
  end if;
  if tg_op <> 'DELETE' then
    insert into "${STAMPS}" (name, id, value)
      values (tg_table_name, case when tg_argv[0] = '' then 0 else (to_jsonb(new) ->> tg_argv[0])::bigint end, ${VALUE})
      on conflict (name, id) do update set value = excluded.value;
  end if;
  return null;
end $$`;

export const stampSql: StampSql = {
  create: [
    `create table if not exists "${STAMPS}" (name text not null, id bigint not null, value bigint not null, primary key (name, id))`,
  ],
  triggersOf({ table, by = '' }) {
    const name = stampTrigger(table, 'row');
    return [
      {
        name,
        sql: [
          STAMP,
          `create trigger "${name}" after insert or update or delete on "${table}" for each row execute function quire_stamp('${by}')`,
        ],
      },
    ];
  },
  present:
    "select t.tgname as \"name\" from pg_trigger t join pg_class c on c.oid = t.tgrelid where c.relnamespace = current_schema()::regnamespace and t.tgenabled in ('O', 'A')",
  put: (table, id) =>
    `insert into "${STAMPS}" (name, id, value) values ('${table}', ${id}, ${VALUE}) on conflict (name, id) do update set value = excluded.value`,
};
