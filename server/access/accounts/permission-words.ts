import type { Permission } from '../../definitions/access-rule.ts';
import type { Language } from '../../messages/languages.ts';
import { render } from '../../messages/message.ts';
import { lazy } from '../../shared/lazy.ts';

interface Named {
  readonly key: string;
  readonly name: string;
  readonly module?: string;
}

/** Stored permissions as readers of a language call them. */
export type InWordsOf = <One extends Named>(permissions: readonly One[], reader: Language) => One[];

/**
 * Makes what translates stored permissions, whose names and modules are in the `stored` language. What is not declared any more
 * keeps its names. `declared` is called at the first use.
 */
export function makePermissionWords(declared: () => readonly Permission[], stored: Language): InWordsOf {
  const textsOf = lazy(() => new Map(declared().map((one) => [one.key, one])));
  return (permissions, reader) =>
    permissions.map((record) => {
      const texts = reader === stored ? undefined : textsOf().get(record.key);
      if (!texts) return record;
      const module = record.module !== undefined && { module: render(texts.module, reader) };
      return { ...record, name: render(texts.name, reader), ...module };
    });
}
