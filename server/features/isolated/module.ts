import { defineModule } from '../../module/define-module.ts';
import { makeSealing } from '../../shared/secrets/sealing.ts';
import { makeAllowed } from '../webhooks/exports.ts';
import { pluginConcerns } from './concerns.ts';
import { failures } from './failures.ts';
import { pluginGrant } from './grant.collection.ts';
import { Grants } from './grants.ts';
import { makeLogRefused } from './log-refused.ts';
import { openPlugins } from './open-plugins.ts';
import { makeAskHost } from './other-hosts.ts';
import { pluginRoutes } from './plugin-routes.ts';
import { makeAskRecords } from './records-door.ts';

/** Plug-ins that run in processes of their own, and what administrators grant them. */
export const isolated = defineModule({
  name: 'isolated',
  needs: ['webhooks'],
  failures,
  collections: [pluginGrant],
  sealedColumns: [
    {
      definition: pluginGrant,
      owner: 'key_id',
      columns: ['key_text', 'settings_text'],
      purpose: 'plug-in',
      remedy: 'grant each isolated plug-in anew',
    },
  ],
  about: 'access',
  keyReach: 'accounts',
  open({ app, store, findKey, plugins, settings }) {
    const all = plugins.flatMap((one) => one.isolated ?? []);
    const sealing = makeSealing(settings.secrets, 'plug-in');
    const grants = new Grants(store, findKey, sealing);
    const processes = openPlugins(all, {
      catalogue: store.catalogue,
      grants,
      askRecords: makeAskRecords(app, store.catalogue),
      askHost: makeAskHost(makeAllowed([])),
      logRefused: makeLogRefused(store, (cause) => app.log.error({ err: cause }, 'a refusal was not logged')),
      note: (plugin, line) => app.log.warn({ plugin }, line),
    });
    if (all.length > 0) app.addHook('onReady', () => grants.read());
    app.addHook('onListen', async () => {
      for (const { manifest } of all) if (grants.of(manifest)) processes.get(manifest.name)?.prepare();
    });
    app.addHook('onClose', async () => {
      for (const running of processes.values()) running.close();
    });
    return {
      routes: pluginRoutes({ plugins, grants, processes, sealing }),
      concerns: pluginConcerns(store.ownReads, all, processes),
    };
  },
});
