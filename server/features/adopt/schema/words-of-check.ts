const TEXT = `'((?:[^']|'')*)'`;
const CAST = '(?:::[\\w ]+(?:\\(\\d+\\))?(?:\\[\\])?)?';
const ITEM = `(?:_\\w+)?${TEXT}${CAST}`;
const LIST = `(${ITEM}(?:\\s*,\\s*${ITEM})*)`;

/**
 * The words of a check that allows a column a list of texts, such as `state in ('new', 'done')`; undefined for any other check.
 * PostgreSQL tells such a check as `= ANY (ARRAY[…])`, MySQL with character sets and escaped quotes.
 */
export function wordsOfCheck(check: string, column: string): readonly string[] | undefined {
  const name = column.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const subject = `\\(*["\`[]?(?:${name}|VALUE)["\`\\]]?\\)*${CAST}`;
  const plain = `${subject}\\s+in\\s*\\(\\s*${LIST}\\s*\\)`;
  const array = `${subject}\\s*=\\s*ANY\\s*\\(+ARRAY\\[${LIST}\\]\\)*${CAST}\\)*`;
  const whole = new RegExp(`^\\s*(?:check\\s*)?\\(*(?:${plain}|${array})\\)*\\s*$`, 'i');
  const found = whole.exec(check.replaceAll(`\\'`, `'`));
  const list = found?.[1] ?? found?.[4];
  if (list === undefined) return undefined;
  return [...list.matchAll(new RegExp(ITEM, 'g'))].map(([, word = '']) => word.replaceAll(`''`, `'`));
}

/** The checks in the text of a `create table`, each without the word and its outer brackets. */
export function checksIn(sql: string): string[] {
  const checks: string[] = [];
  for (const { index, 0: start } of sql.matchAll(/\bcheck\s*\(/gi)) {
    const from = index + start.length;
    const end = endOfBrackets(sql, from);
    if (end !== undefined) checks.push(sql.slice(from, end));
  }
  return checks;
}

/** Where the bracket that is open at `from` ends, outside of quotes. */
function endOfBrackets(sql: string, from: number): number | undefined {
  let depth = 1;
  let quote = '';
  for (let at = from; at < sql.length; at += 1) {
    const character = sql[at] ?? '';
    if (quote) {
      if (character === quote) quote = '';
    } else if (`'"\``.includes(character)) quote = character;
    else if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    if (depth === 0) return at;
  }
  return undefined;
}
