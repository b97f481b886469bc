import { MAX_TREE_LEVELS } from '../../../contract/limits.ts';

/** The SQL of rows that are below themselves, or too deep, where their parents become a tree: with id and value, and a condition. */
export function unplacedRows({ table, column }: { readonly table: string; readonly column: string }): string {
  return `with recursive placed("id", "level") as (
    select "id", 1 from "${table}" where "${column}" is null
    union all select below."id", placed."level" + 1 from "${table}" below
    join placed on below."${column}" = placed."id" where placed."level" < ${MAX_TREE_LEVELS})
    select "id", "${column}" as "value" from "${table}" where "id" not in (select "id" from placed)`;
}
