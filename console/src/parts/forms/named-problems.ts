/** Splits the message of a refusal, which names each field, by field. The key '' holds a message that names none. */
export function namedProblems(message: string, fields: readonly string[]): Readonly<Record<string, string>> {
  const named = fields
    .flatMap((name) => {
      const at = message.search(new RegExp(`\\b${name}\\b`));
      return at < 0 ? [] : [{ name, at }];
    })
    .toSorted((one, other) => one.at - other.at);
  if (named.length === 0) return { '': message };
  const parts = named.map(({ name, at }, index) => [
    name,
    message
      .slice(at + name.length, named[index + 1]?.at)
      .replace(/^\s*[:：]\s*/, '')
      .replace(/[;；]\s*$/, '')
      .trim(),
  ]);
  return Object.fromEntries(parts);
}
