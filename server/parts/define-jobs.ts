import { erasureJobKind, publishingKind } from '../access/index.ts';
import { forgetMailsTo } from '../mail/mail-folder.ts';
import type { Host } from '../module/host.ts';
import { personalCollections } from '../personal-collections.ts';
import { lettersKind } from '../project/letters/at-start.ts';
import { LogChain, searchIndexKind } from '../records/index.ts';

/** Defines the jobs that requests start. */
export function defineJobs({ settings, store, app, admitTask }: Host): void {
  const chain = new LogChain(store, settings.secrets);
  const kinds = [
    publishingKind(store, admitTask),
    erasureJobKind(store, personalCollections, {
      forgetMails: (addresses) => forgetMailsTo(settings.mailDir, addresses),
      reseal: (writes, lines) => chain.reseal(writes, lines),
    }),
    searchIndexKind(store),
    lettersKind(store, (line) => app.log.warn(line)),
  ];
  for (const kind of kinds) store.jobs.define(kind);
}
