import { log, type Reads } from '../../records/index.ts';

/** The names of users in the log, each once. Reads as many entries of the index as there are names, however long the log is. */
export function loggedNames({ query, engine }: Reads) {
  if (engine.skipsInDistinct)
    return query.selectFrom(log.name).select('username as name').where('username', '>', '').distinct();
  return query
    .withRecursive('_named(name)', (records) =>
      records
        .selectFrom(log.name)
        .select((e) => e.fn.min('username').as('name'))
        .where('username', '>', '')
        .unionAll(
          records
            .selectFrom('_named')
            .where('_named.name', 'is not', null)
            .select((e) =>
              e
                .selectFrom(log.name)
                .select((l) => l.fn.min('username').as('least'))
                .whereRef('username', '>', '_named.name')
                .as('name'),
            ),
        ),
    )
    .selectFrom('_named')
    .select('name')
    .where('name', 'is not', null);
}
