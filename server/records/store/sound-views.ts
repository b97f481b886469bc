import type { Catalogue } from '../../definitions/catalogue.ts';
import type { Definition } from '../../definitions/define-collection.ts';
import type { DeclaredView } from '../../definitions/options/views.ts';
import { inFile } from '../../definitions/origin.ts';
import type { Where } from '../../definitions/types/where.ts';
import { CannotStart } from '../../errors.ts';
import { withoutMistakes } from '../../shared/mistakes.ts';
import { byAuthor } from '../query/conditions/by-author.ts';
import { readSort } from '../query/sort.ts';
import { authorsRights } from '../rights.ts';
import { requireReadable, requireSoundCondition } from './sound-rules.ts';

/** Throws CannotStart if a view that a collection declares filters or sorts as no list can, or names a language that is not content's. */
export async function requireSoundViews(catalogue: Catalogue): Promise<void> {
  await withoutMistakes(async (mistakes) => {
    for (const definition of [...catalogue.all, ...catalogue.queries]) {
      if (definition.draftOf !== undefined) continue; // declares the same views
      const seen = catalogue.draftsOf(definition) ?? definition;
      for (const [name, view] of Object.entries(definition.presentation.views ?? {}))
        await mistakes.attempt(() =>
          requireSoundView(catalogue, seen, view, `views.${name}${inFile(definition)}`),
        );
    }
  });
}

function requireSoundView(catalogue: Catalogue, seen: Definition, view: DeclaredView, what: string): void {
  if (view.filter) requireSoundCondition(catalogue, seen, view.filter as Where, what);
  const { sort } = view;
  if (sort !== undefined)
    requireReadable(what, () =>
      byAuthor(seen, () => readSort({ definition: seen, rights: authorsRights }, sort)),
    );
  const languages = catalogue.locales.map(({ name }) => name);
  const named = [view.locale ?? [], view.missing ?? []].flat();
  const strange = named.find((one) => !languages.includes(one));
  if (strange !== undefined)
    throw new CannotStart(
      `${what}: '${strange}' is no language of content (allowed: ${languages.join(', ') || 'none, as LOCALES is not set'})`,
    );
}
