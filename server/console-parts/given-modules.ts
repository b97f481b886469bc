import type { Plugin } from 'rolldown';
import { PARTS_API, PARTS_REGISTRY, PARTS_VUE } from '../../contract/console-parts.ts';

const GIVEN: Readonly<Record<string, readonly string[]>> = { vue: PARTS_VUE, 'quire-cms/console': PARTS_API };

/**
 * Lets `vue` and `quire-cms/console` mean what the running console has, so that there is one of each. An import map would do the
 * same, but would have to stand in the page, where the policy allows no inline script.
 */
export const givenModules: Plugin = {
  name: 'quire:given-modules',
  resolveId(specifier, importer) {
    if (Object.hasOwn(GIVEN, specifier)) return { id: `\0given:${specifier}`, moduleSideEffects: false };
    if (specifier === 'quire-cms')
      throw new Error(
        `${importer}: imports 'quire-cms', which is the server's; a part imports 'quire-cms/console'`,
      );
    return null;
  },
  load(id) {
    if (!id.startsWith('\0given:')) return null;
    const specifier = id.slice('\0given:'.length);
    const given = `(name) => globalThis[Symbol.for('${PARTS_REGISTRY}')]['${specifier}'][name]`;
    const names = (GIVEN[specifier] ?? []).map(
      (name) => `export const ${name} = /* @__PURE__ */ of('${name}');`,
    );
    return `const of = ${given};\n${names.join('\n')}\n`;
  },
};
