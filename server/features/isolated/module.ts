import { defineModule } from '../../module/define-module.ts';
import { makeSealing } from '../../shared/secrets/sealing.ts';
import { makeAllowed } from '../webhooks/exports.ts';
import { pluginConcerns } from './concerns.ts';
import { failures } from './failures.ts';
import { pluginGrant } from './grant.collection.ts';
import { Grants, makeLogRefused } from './grants.ts';
import { makeAskMail } from './mails/ask-mail.ts';
import { pluginMailKind } from './mails/mail-kind.ts';
import { sentMail } from './mails/sent-mail.collection.ts';
import { openPlugins } from './open-plugins.ts';
import { makeAskHost } from './other-hosts.ts';
import { partRoutes } from './parts/part-routes.ts';
import { pluginRoutes } from './plugin-routes.ts';
import { makeAskRecords } from './records-door.ts';
import { ViewProcesses } from './view-processes.ts';

/** Plug-ins that run in processes of their own, and what administrators grant them. */
export const isolated = defineModule({
  name: 'isolated',
  needs: ['webhooks'],
  failures,
  collections: [pluginGrant, sentMail],
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
  open({ app, store, findKey, plugins, settings, mail }) {
    const all = plugins.flatMap((one) => one.isolated ?? []);
    const { catalogue } = store;
    const sealing = makeSealing(settings.secrets, 'plug-in');
    const grants = new Grants(store, findKey, sealing);
    const askRecords = makeAskRecords(app, catalogue);
    const views = new ViewProcesses();
    const open = openPlugins(all, {
      catalogue,
      grants,
      askRecords,
      askHost: makeAskHost(makeAllowed([])),
      askMail: makeAskMail(store, askRecords),
      views,
      logRefused: makeLogRefused(store, (cause) => app.log.error({ err: cause }, 'a refusal was not logged')),
      note: (plugin, line) => app.log.warn({ plugin }, line),
    });
    if (all.length > 0) app.addHook('onReady', () => grants.read());
    app.addHook('onListen', async () => {
      for (const { manifest, running } of open.values()) if (grants.of(manifest)) running.prepare();
    });
    app.addHook('onClose', async () => {
      views.end();
      for (const { running } of open.values()) running.close();
    });
    const grantedMails = async (plugin: string) => {
      await grants.read(); // another process may have paused it
      const manifest = open.get(plugin)?.manifest;
      return manifest && grants.of(manifest)?.needs.mails;
    };
    return {
      routes: [
        ...pluginRoutes({ plugins, grants, open, sealing }),
        ...partRoutes({ isolated: all, open, catalogue }),
      ],
      jobs: [pluginMailKind({ store, send: mail.send, grantedMails })],
      concerns: pluginConcerns(store.ownReads, all, open),
    };
  },
});
