import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { examine } from '../server/features/files/inspection/examine.ts';
import { hostileImages } from '../test/support/rows/hostile-images.ts';
import { image } from '../test/support/rows/uploads.ts';
import { temporaryFolder } from './servers/quire.ts';
import type { Row } from './table.ts';

const BYTES = 2_000_000;
const MOST_MS_PER_MB = 50;
const TIMES = 5;
const FORMATS = ['jpeg', 'png', 'webp', 'gif', 'avif'] as const;
const RULES = { types: new Set(['jpg', 'png', 'gif', 'webp', 'avif']), keepsMetadata: false };

/** CPU that reading a file takes: of ordinary images, and of the costliest that claims more than it holds. */
export async function files(): Promise<Row[]> {
  const file = join(temporaryFolder(), 'file');
  const rows: Row[] = [];
  for (const format of FORMATS)
    rows.push(rowOf(`${format} of 1200 × 900`, await costOf(file, await image(format, 1200, 900))));
  for (const [kind, attacks] of Object.entries(hostileImages)) {
    const costs = new Map<string, number>();
    for (const [name, make] of Object.entries(attacks)) {
      const bytes = await make(BYTES);
      if (bytes.length > BYTES / 10) costs.set(name, await costOf(file, bytes)); // smaller ones cost what any file costs
    }
    const [name, worst] = [...costs].toSorted(([, one], [, other]) => other - one)[0] as [string, number];
    rows.push(rowOf(`${kind}, at most: ${name}`, worst));
  }
  return rows;
}

function rowOf(what: string, cost: number): Row {
  return {
    what: `content of a ${what}`,
    measured: `${cost.toFixed(1)} ms of CPU for each MB`,
    target: `≤ ${MOST_MS_PER_MB} ms`,
    met: cost <= MOST_MS_PER_MB,
  };
}

/** Milliseconds of CPU for each MB; the least of some times, because code is compiled meanwhile. */
async function costOf(file: string, bytes: Buffer): Promise<number> {
  const costs: number[] = [];
  for (let time = 0; time < TIMES; time += 1) {
    await writeFile(file, bytes);
    const before = process.cpuUsage();
    await examine({ key: '', name: '', file, size: bytes.length, sha256: '' }, RULES).catch(() => {});
    const { user, system } = process.cpuUsage(before);
    costs.push((user + system) / 1000 / (bytes.length / 1e6));
  }
  return Math.min(...costs);
}
