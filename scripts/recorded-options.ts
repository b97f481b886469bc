// Which options kinds of fields and public definitions have, what each must be, and which are needed: as they say it themselves.
import * as parts from '../server/console-parts/index.ts';
import * as definitions from '../server/definitions/index.ts';
import { defineModule } from '../server/module/define-module.ts';

type Make = (...given: readonly unknown[]) => unknown;

const title = definitions.text({ max: 10 });
/** What some take before their options. */
const BEFORE: Readonly<Record<string, readonly unknown[]>> = {
  blocks: [{ part: definitions.group({ title }) }],
  choice: [['one', 'two']],
  group: [{ title }],
  list: [title],
  reference: ['book'],
  references: ['book'],
  'setting.choice': [['one', 'two']],
};
/** Hardly any option may be this. */
const WRONG = -0.5;

/** What is said of an unknown option, by its owner, and of each option, by `owner.option`. */
export function recordedOptions(): readonly (readonly [string, unknown])[] {
  const all = { ...parts, ...definitions, defineModule };
  const settings = Object.entries(definitions.setting).map(
    ([kind, make]) => [`setting.${kind}`, make] as const,
  );
  return [...Object.entries(all), ...settings].flatMap(([owner, make]) =>
    typeof make === 'function' ? optionsOf(owner, make as Make) : [],
  );
}

function optionsOf(owner: string, make: Make): (readonly [string, unknown])[] {
  const problemsOf = (options: object) => problemsIn(() => make(...(BEFORE[owner] ?? []), options));
  const [unknown = ''] = problemsOf({ no_option: true });
  const names = / has no option 'no_option'.* \(allowed: (.*)\)/.exec(unknown)?.[1]?.split(', ') ?? [];
  const missing = problemsOf({});
  const wrong = problemsOf(Object.fromEntries(names.map((name) => [name, WRONG])));
  const all = names.map((name): readonly [string, unknown] => {
    const [must] = wrong.flatMap(
      (one) => new RegExp(`'${name}' must (.*), not ${WRONG}$`).exec(one)?.[1] ?? [],
    );
    return [
      `${owner}.${name}`,
      { must, isNeeded: missing.some((one) => one.includes(`'${name}' is missing`)) },
    ];
  });
  return names.length > 0 ? [[owner, { unknown }], ...all] : [];
}

/** The problems of a field stay in it, for its collection to tell. */
function problemsIn(make: () => unknown): readonly string[] {
  try {
    return (make() as { readonly problems?: readonly string[] } | undefined)?.problems ?? [];
  } catch (error) {
    return String(error).split('\n');
  }
}
