import type { Reads } from '../../records/store/reads.ts';
import { suggestion } from '../../shared/text/words.ts';
import { group } from './group.collection.ts';

/** A group that a setting names. */
interface NamedGroup {
  readonly setting: string;
  readonly name: string;
}

/** Which of the groups that settings name do not exist, a sentence each; `made` are those that a seed makes. */
export async function missingInSettings(
  reads: Reads,
  named: readonly NamedGroup[],
  made: readonly string[],
): Promise<string[]> {
  if (named.length === 0) return [];
  const records = await reads.where(group, (select) => select);
  const known = [...made, ...records.map(({ name }) => name)];
  return named
    .filter(({ name }) => !known.includes(name))
    .map(({ setting, name }) => `${setting}: group '${name}' does not exist${suggestion(name, known)}`);
}
