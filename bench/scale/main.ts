import { serverSizes, sizes } from '../parameters.ts';
import { reachableServers } from '../servers/server-databases.ts';
import { growthTable } from './growth-table.ts';
import { writePicture } from './picture.ts';
import { runSweep } from './run-sweep.ts';
import type { Measured } from './sweep.ts';
import { sweepOfDefinitions } from './sweeps/definitions.ts';
import { sweepOfJobs, sweepOfListeners, sweepOfWebhooks } from './sweeps/followers.ts';
import { sweepOfLengths } from './sweeps/lengths.ts';
import { sweepOfGroups, sweepOfUsers } from './sweeps/people.ts';
import { sweepOfRecords } from './sweeps/records.ts';

/** How costs grow with each thing that grows, as a table and a picture. */
export async function scale(): Promise<void> {
  const measured: Measured[] = [];
  for (const sweep of [
    sweepOfRecords('records, SQLite', sizes, {}),
    sweepOfLengths(),
    sweepOfDefinitions(),
    sweepOfUsers(),
    sweepOfGroups(),
    sweepOfListeners(),
    sweepOfWebhooks(),
    sweepOfJobs(),
  ])
    measured.push(...(await runSweep(sweep)));
  for (const [name, make] of serverSizes.length > 0 ? await reachableServers() : []) {
    await using database = await make();
    const sweep = sweepOfRecords(`records, ${name}`, serverSizes, { DATABASE_URL: database.url });
    measured.push(...(await runSweep(sweep)));
  }
  console.log(`\n${growthTable(measured)}`);
  await writePicture(measured);
}
