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
 * Tells failures of statements that no longer fit a table of another program, which may change while the server runs: `tableChanged`
 * names the collections that the statement reads or writes, and has the words of the database.
 */
export function tellingChangedTables(
  engine: Pick<Engine, 'name' | 'lacks' | 'violationOf'>,
  queries: readonly Definition[],
): Telling {
  if (queries.length === 0) return (_sql, _isRead, work) => work();
  const told = (sql: string, isRead: boolean, cause: unknown): unknown => {
    if (!(cause instanceof Error) || !engine.lacks(cause)) return cause;
    if (!isRead && engine.violationOf(cause)) return cause; // a right that is missing is told as every refusal of a table
    const about = queries.filter((one) => isAbout(one, sql, dialectOf(engine)));
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

/** The failure of what reads or writes collections whose tables have changed. */
export function tableChanged(about: readonly Pick<Definition, 'name'>[], cause: Error): AppError {
  const names = about.map(({ name }) => `'${name}'`).join(', ');
  const { words } = violation('rule', cause);
  return new AppError('tableChanged', {
    detail: message('adoptAgain', { names, words, command: `${quireCommand} adopt` }),
    cause,
  });
}

/** Whether a statement reads the select of a query, or writes its table. */
function isAbout(
  { sql, writes }: Definition,
  statement: string,
  dialect: ReturnType<typeof dialectOf>,
): boolean {
  const select = sql?.[dialect];
  if (select !== undefined && statement.includes(select)) return true;
  const table = writes?.table.at(-1);
  return table !== undefined && QUOTES.some((quote) => statement.includes(`${quote}${table}${quote}`));
}

const QUOTES = ['"', '`'];
