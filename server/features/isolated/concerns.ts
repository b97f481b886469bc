import { type Isolated, isWithin } from '../../definitions/for-server.ts';
import type { FindConcerns } from '../../module/concern.ts';
import type { Reads } from '../../records/store/reads.ts';
import { pluginGrant } from './grant.collection.ts';
import { storedNeeds } from './grants.ts';
import { message } from './messages/message.ts';
import type { OpenPlugin } from './open-plugins.ts';

/** Isolated plug-ins that wait for a grant, ask for more, or were ended. */
export function pluginConcerns(
  reads: Reads,
  isolated: readonly Isolated[],
  open: ReadonlyMap<string, OpenPlugin>,
): FindConcerns {
  return async () => {
    if (isolated.length === 0) return [];
    const records = await reads.where(pluginGrant, (select) => select);
    const granted = new Map(records.map((record) => [record.plugin, storedNeeds(record)]));
    const names = (isMeant: (one: Isolated) => boolean) =>
      isolated
        .filter(isMeant)
        .map(({ manifest }) => manifest.name)
        .join(', ');
    const found = [
      ['pluginsWithoutGrant', names(({ manifest }) => !granted.has(manifest.name))],
      [
        'pluginsAskingMore',
        names(({ manifest: { name, needs } }) => {
          const held = granted.get(name);
          return held !== undefined && !isWithin(needs, held);
        }),
      ],
      ['pluginsFailing', names(({ manifest }) => open.get(manifest.name)?.running.isFailing === true)],
    ] as const;
    return found.flatMap(([key, all]) => (all === '' ? [] : { text: message(key, { names: all }) }));
  };
}
