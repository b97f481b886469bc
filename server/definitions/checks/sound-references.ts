import type { Mistakes } from '../../shared/mistakes.ts';
import { suggestion } from '../../shared/text/words.ts';
import type { Definition } from '../define-collection.ts';
import { WORD as USERS } from '../derived/users-as-targets.ts';
import { leavesOf } from '../nested/leaves.ts';
import { findWay, type WayBack } from '../options/referred-by.ts';
import { inFile } from '../origin.ts';

type ByName = ReadonlyMap<string, Definition>;

/** Why a definition cannot be used among the others, and the collection that it lacks, if that is why. */
interface Flaw {
  readonly problem: string;
  readonly absent?: string;
}

/**
 * The definitions of which a catalogue can be made. Notes why the others cannot be used. Those that refer to one of them are
 * left out as well; that is no mistake of theirs.
 */
export function soundDefinitions(given: readonly Definition[], mistakes: Mistakes): Definition[] {
  const byName = new Map(given.map((definition) => [definition.name, definition]));
  const out = new Set([...noteShared('name', given, mistakes), ...noteShared('path', given, mistakes)]);
  for (const definition of given) {
    const flaws = flawsOf(definition, byName);
    if (flaws.length > 0) out.add(definition.name);
    for (const { problem, absent } of flaws)
      if (absent === undefined || !mistakes.hasLeftOut(absent)) mistakes.note(problem);
  }
  for (let before = -1; before < out.size; ) {
    before = out.size;
    for (const definition of given)
      if (collectionsNamedBy(definition).some((name) => out.has(name))) out.add(definition.name);
  }
  for (const name of out) mistakes.leaveOut(name);
  return given.filter(({ name }) => !out.has(name));
}

/** Notes names or paths that several collections have, and returns the names of these collections. */
export function noteShared(
  what: 'name' | 'path',
  given: readonly Definition[],
  mistakes: Mistakes,
): string[] {
  return [...Map.groupBy(given, (definition) => definition[what])].flatMap(([value, sharing]) => {
    if (value === undefined || sharing.length === 1) return [];
    const collections = sharing.map((one) => `'${one.name}'${inFile(one)}`).join(' and ');
    mistakes.note(`two collections share the ${what} '${value}': ${collections}`);
    return sharing.map(({ name }) => name);
  });
}

function flawsOf(definition: Definition, byName: ByName): Flaw[] {
  const { name, renamedFrom, ways } = definition;
  const of = `collection '${name}'${inFile(definition)}: `;
  const flaw = (why: string, named: string): Flaw => ({
    problem: of + why,
    ...(!byName.has(named) && { absent: named }),
  });
  const kept = renamedFrom.filter((old) => byName.has(old));
  return [
    ...kept.map((old) => flaw(`it cannot be renamed from '${old}', which is defined`, old)),
    ...targetsOf(definition).flatMap(({ path, target }) => {
      const problem = problemOfTarget(definition, target, byName);
      return problem === undefined ? [] : flaw(`field '${path}' refers to '${target}', ${problem}`, target);
    }),
    ...Object.entries(ways).flatMap(([field, back]) => {
      const way = findWay(back, name, byName);
      return typeof way === 'string' ? flaw(`field '${field}' ${way}`, collectionOf(back)) : [];
    }),
  ];
}

function problemOfTarget({ sql }: Definition, target: string, byName: ByName): string | undefined {
  const found = byName.get(target);
  // Only what is stored needs a target that is kept: a query may refer to another one.
  if (found?.sql && !sql) return 'which is a query, whose records are not stored';
  if (found) return found.isSingleton ? 'which is a singleton, whose record needs no reference' : undefined;
  const isFiles = /^(quire_)?files?$/i.test(target);
  const hint = isFiles ? '; files have fields of their own, file() and files()' : undefined;
  return `which is no collection${hint ?? suggestion(target, [...byName.keys(), USERS])}`;
}

function collectionsNamedBy(definition: Definition): string[] {
  return [
    ...targetsOf(definition).map(({ target }) => target),
    ...Object.values(definition.ways).map(collectionOf),
  ];
}

function targetsOf({ fields }: Definition): { readonly path: string; readonly target: string }[] {
  return Object.entries(fields).flatMap(([name, field]) =>
    leavesOf(name, field).flatMap(({ path, field: { target } }) =>
      target === undefined ? [] : { path, target },
    ),
  );
}

function collectionOf({ back }: WayBack): string {
  const [collection = ''] = back.split('.');
  return collection;
}
