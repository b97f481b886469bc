import { STAMPS, type StampSql, stampTrigger } from '../stamps.ts';

const VALUE = '(random() * 9007199254740991)::bigint';

/**
 * Makes the function of all triggers, whose argument names the column. It names the schema of the table, for other programs may
 * look for tables elsewhere. A dump holds triggers, but no functions.
 */
export const STAMP = `create or replace function quire_stamp() returns trigger language plpgsql as $$
declare
  put constant text := format('insert into %I."${STAMPS}" (name, id, value) values ($1, $2, ${VALUE})
    on conflict (name, id) do update set value = excluded.value', tg_table_schema);
begin
  if tg_op = 'TRUNCATE' then
    execute format('update %I."${STAMPS}" set value = ${VALUE}', tg_table_schema);
    return null;
  end if;
  if tg_op <> 'INSERT' then
    execute put using tg_table_name,
      case when tg_argv[0] = '' then 0 else (to_jsonb(old) ->> tg_argv[0])::bigint end;
  end if;
  if tg_op <> 'DELETE' then
    execute put using tg_table_name,
      case when tg_argv[0] = '' then 0 else (to_jsonb(new) ->> tg_argv[0])::bigint end;
  end if;
  return null;
end $$`;

export const stampSql: StampSql = {
  create: [
    `create table if not exists "${STAMPS}" (name text not null, id bigint not null, value bigint not null, primary key (name, id))`,
  ],
  triggersOf({ table, by = '' }) {
    const trigger = (event: string, when: string) => {
      const name = stampTrigger(table, event);
      const run = `execute function quire_stamp('${by}')`;
      return { name, sql: [STAMP, `create trigger "${name}" after ${when} ${run}`] };
    };
    return [
      trigger('row', `insert or update or delete on "${table}" for each row`),
      trigger('truncate', `truncate on "${table}" for each statement`),
    ];
  },
  present:
    "select t.tgname as \"name\" from pg_trigger t join pg_class c on c.oid = t.tgrelid where c.relnamespace = current_schema()::regnamespace and t.tgenabled in ('O', 'A')",
  put: (table, id) =>
    `insert into "${STAMPS}" (name, id, value) values ('${table}', ${id}, ${VALUE}) on conflict (name, id) do update set value = excluded.value`,
};
