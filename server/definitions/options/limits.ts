/** Options of single kinds that say nothing about which values are accepted. */
const OTHERS: readonly string[] = [
  ...['words', 'renamedWords', 'searchable', 'localised', 'collation', 'onDelete', 'onRecordPurge'],
  ...['from', 'within', 'sortsLists', 'colors', 'display'],
];

/**
 * The options that say which values a field accepts, in a form that JSON holds: all but those known to say nothing of it, so that
 * a new option counts. Of the options `common` to all kinds only `required` does.
 */
export function limitsOf(options: object, common: readonly string[]): Readonly<Record<string, unknown>> {
  const limits = Object.entries(options).filter(
    ([option]) => option === 'required' || !(common.includes(option) || OTHERS.includes(option)),
  );
  return Object.fromEntries(
    limits.map(([option, given]) => {
      const limit = matchedBy(given);
      return [option, limit instanceof RegExp || typeof limit === 'bigint' ? String(limit) : limit];
    }),
  );
}

/** The pattern of one that has a message, which says nothing about which values are accepted. */
function matchedBy(limit: unknown): unknown {
  return typeof limit === 'object' && limit !== null && 'matches' in limit ? limit.matches : limit;
}
