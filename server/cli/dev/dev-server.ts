// One server of `quire dev`: a process that has loaded Quire and waits for the word to load the project and serve.
import { writeClient } from '../../client/write-client.ts';
import { writeTypes } from '../../client/write-types.ts';
import { permissionKeys } from '../../project/known-permissions.ts';
import { linesOf } from '../../project/project.ts';
import { straySettings } from '../../project/stray-settings.ts';
import { reportFailure, serveWith } from '../../serve.ts';
import { readSettings } from '../../settings.ts';
import { writeIfChanged } from '../shared/write-if-changed.ts';
import { typesFileOf } from '../types.ts';
import { passOn } from './pass-on.ts';
import { warmUp } from './warm-up.ts';

/** The supervisor's message to a waiting server. */
export interface Begin {
  /** Where the typed client is written, if anywhere. */
  readonly client?: string;
  /** What changed; left out at the first start. */
  readonly change?: { readonly files: readonly string[]; readonly at: number };
}

/** A spare server has time; one that is wanted at once has not. */
const WARM_UP_AFTER_MS = 300;

let isSpare = true;
setTimeout(() => {
  warmUp(() => isSpare).catch((error: unknown) => console.error('A spare server could not warm up:', error));
}, WARM_UP_AFTER_MS);
process.send?.('loaded');
process.once('message', (begin) => {
  isSpare = false;
  start(begin as Begin).catch(reportFailure); // the supervisor sends nothing else
});

async function start({ client, change }: Begin): Promise<void> {
  const settings = readSettings({ LOG_FORMAT: 'text', ...process.env });
  const { server, stop } = await serveWith({ ...settings, followsChanges: true }, change === undefined);
  process.once('message', (word) => {
    if (word === 'hand over') passOn(server.app.server);
    void stop();
  });
  const { project, store, notices } = server;
  if (change) {
    for (const notice of [...notices, ...straySettings(project), ...settings.misplaced]) console.warn(notice);
    const lines = linesOf(project).map((line) => `\n  ${line}`);
    console.log(`Reloaded in ${Date.now() - change.at} ms: ${named(change.files)}.${lines.join('')}`);
  }
  const { catalogue } = store;
  const types = writeTypes(catalogue, permissionKeys(catalogue, project.routes));
  const made = [[typesFileOf(settings.contentDir), types]];
  const routes = project.routes.map(({ defined }) => defined);
  if (client !== undefined) made.push([client, writeClient(catalogue, routes)]);
  for (const [file = '', text = ''] of made) if (writeIfChanged(file, text)) console.log(`Wrote ${file}.`);
}

function named(files: readonly string[]): string {
  const [first = '', ...others] = files;
  return others.length > 0 ? `${first} and ${others.length} more changed` : `${first} changed`;
}
