import type { Engine } from '../../database/engine.ts';
import { makeQuery } from '../../database/soft-deletion/tables.ts';
import type { Language } from '../../messages/languages.ts';
import { render } from '../../messages/message.ts';
import { log, system } from '../../records/index.ts';
import type { Manifest } from './manifest.ts';
import { message } from './messages/message.ts';

/** Adds a line to the log of a restored database. Its tables may be of an earlier version, so this goes past the collections. */
export async function logRestore(engine: Engine, { time }: Manifest, language: Language): Promise<void> {
  const line = {
    message: render(message('databaseRestored', { time: new Date(time).toISOString() }), language),
    user_id: system.id,
    username: system.username,
    status_code: 200,
    method: 'CLI',
    path: 'restore',
    permission: '',
    create_time: Date.now(),
    create_user_id: system.id,
  };
  const statement = makeQuery(engine, []).insertInto(log.name).values(line).compile();
  await engine.transaction((connection) => connection.run(statement));
}
