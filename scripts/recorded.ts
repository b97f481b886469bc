// What the sources say of routes, built-in collections, options and commands, as texts: one line for each. `npm run client:routes` writes them,
// and a test fails while they differ, so that nothing of a route or a table changes unseen.
import { createHash } from 'node:crypto';
import { builtInCollections } from '../server/built-in-collections.ts';
import { builtInPermissions } from '../server/built-in-permissions.ts';
import { serverCommands } from '../server/cli/commands.ts';
import type { Definition } from '../server/definitions/define-collection.ts';
import { allFailures } from '../server/failures.ts';
import type { Route } from '../server/http/route.ts';
import { personalCollections } from '../server/personal-collections.ts';
import { sealedCollections } from '../server/sealed-collections.ts';
import { recordedOptions } from './recorded-options.ts';

/** The longest member, in characters of JSON, that is shown as it is. */
const LONG = 240;

/** A route as requests name it. */
export function nameOf({ method, path, isOfDrafts }: Route): string {
  return `${method} ${path}${isOfDrafts ? ' of drafts' : ''}`;
}

/** The texts by the paths of their files. */
export async function recordedTexts(routes: readonly Route[]): Promise<Readonly<Record<string, string>>> {
  return {
    'test/recorded/routes.txt': textOf(routes.map((one) => [nameOf(one), one])),
    'test/recorded/collections.txt': textOf([
      ...builtInCollections.flatMap(({ fields, ...one }) => [
        [one.name, one] as const,
        ...Object.entries(fields).map(([name, field]) => [`${one.name}.${name}`, field] as const),
      ]),
      ...personalCollections.map((one) => [`personal ${one.definition.name}`, one] as const),
      ...sealedCollections.map((one) => [`sealed ${one.definition.name}`, one] as const),
      ...builtInPermissions().map((one) => [`permission ${one.key}`, one] as const),
      ...allFailures.map((one) => [`failure ${one.key}`, one] as const),
    ]),
    'test/recorded/commands.txt': textOf(await commands()),
    'test/recorded/options.txt': textOf(recordedOptions()),
  };
}

async function commands(): Promise<(readonly [string, unknown])[]> {
  const all = Object.entries(await serverCommands());
  return Promise.all(all.map(async ([name, load]) => [name, await load()] as const));
}

function textOf(entries: readonly (readonly [string, unknown])[]): string {
  const lines = entries.map(([name, value]) => `${name} ${JSON.stringify(shortened(plainly(value)))}\n`);
  return lines.sort().join('');
}

/** As JSON can show it. What a function does is a matter of other tests. */
function plainly(value: unknown): unknown {
  const text = JSON.stringify(value, (key, one: unknown) => {
    if (key === 'definition') return (one as Definition).name; // which has lines of its own
    if (typeof one === 'function') return 'ƒ';
    if (typeof one === 'bigint' || one instanceof RegExp) return String(one);
    return one instanceof Set || one instanceof Map ? [...one] : one;
  });
  return JSON.parse(text) as unknown;
}

/** With a digest in place of each long member: nobody reads those here, but whether they differ. */
function shortened(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const text = JSON.stringify(member);
      return [name, text.length > LONG ? `${text.length} characters ${digestOf(text)}` : member];
    }),
  );
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 12);
}
