import type { Definition } from '../definitions/define-collection.ts';
import { AppError } from '../errors.ts';
import { message } from '../messages/message.ts';
import { quireCommand } from '../shared/system/how-to-call.ts';
import type { Engine } from './engine.ts';
import { dialectOf } from './query-sources.ts';
import { violation } from './violation.ts';

/** Does the work of a statement, and may throw its error in other words. */
type Telling = <T>(sql: string, isRead: boolean, work: () => T) => T;

/**
 * Tells failures of statements that no longer fit a table of another program, which may change while the server runs, as
 * `tableChanged`.
 */
export function tellingChangedTables(
  engine: Pick<Engine, 'name' | 'lacks' | 'violationOf'>,
  queries: readonly Definition[],
): Telling {
  if (queries.length === 0) return (_sql, _isRead, work) => work();
  const told = (sql: string, isRead: boolean, cause: unknown): unknown => {
    if (!(cause instanceof Error) || !engine.lacks(cause)) return cause;
    if (!isRead && engine.violationOf(cause)) return cause; // a missing right is reported like any other refusal by a table
    const dialect = dialectOf(engine);
    const read = queries.filter((one) => readsFrom(one, sql, dialect));
    const about = read.length > 0 ? read : queries.filter((one) => writesTo(one, sql));
    return about.length === 0 ? cause : tableChanged(about, cause);
  };
  return <T>(sql: string, isRead: boolean, work: () => T): T => {
    try {
      const result = work();
      if (!(result instanceof Promise)) return result;
      return result.catch((cause: unknown) => {
        throw told(sql, isRead, cause);
      }) as T; // a promise of the same
    } catch (cause) {
      throw told(sql, isRead, cause);
    }
  };
}

/**
 * The failure of what reads or writes collections whose tables have changed. Callers are told which collection it is, and no more: the
 * words of the database, with its tables and columns, are for the log and for administrators. Several collections may be of one table,
 * and are not named to those who may know one of them alone.
 */
function tableChanged(about: readonly Pick<Definition, 'name'>[], cause: Error): AppError {
  const [one, ...others] = about.map(({ name }) => `'${name}'`);
  const { words } = violation('rule', cause);
  return new AppError('tableChanged', {
    detail:
      others.length > 0 ? message('unavailableTables') : message('unavailableTable', { name: one ?? '' }),
    reason: message('adoptAgain', {
      names: [one, ...others].join(', '),
      words,
      command: `${quireCommand} adopt`,
    }),
    cause,
  });
}

/** Whether a statement reads the select of a query. */
function readsFrom({ sql }: Definition, statement: string, dialect: ReturnType<typeof dialectOf>): boolean {
  const select = sql?.[dialect];
  return select !== undefined && statement.includes(select);
}

/** Whether a statement writes the table of a query. */
function writesTo({ writes }: Definition, statement: string): boolean {
  const table = writes?.table.at(-1);
  return table !== undefined && QUOTES.some((quote) => statement.includes(`${quote}${table}${quote}`));
}

const QUOTES = ['"', '`'];
