import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { examine } from '../server/features/files/inspection/examine.ts';
import { hostileImages } from '../test/support/records/hostile-images.ts';
import { image } from '../test/support/records/uploads.ts';
import { temporaryFolder } from './servers/quire.ts';
import type { AnyRecord } from './table.ts';

const BYTES = 2_000_000;
const MOST_MS_PER_MB = 50;
const TIMES = 5;
const FORMATS = ['jpeg', 'png', 'webp', 'gif', 'avif'] as const;
const RULES = { types: new Set(['jpg', 'png', 'gif', 'webp', 'avif']), keepsMetadata: false };
/** How many files are made by chance in each format, and of how many bytes. */
const CHANCES = 100;
const CHANCE_BYTES = 500_000;

type Format = (typeof FORMATS)[number];

/**
 * CPU that reading a file takes: of ordinary images, of the costliest that claims more than it holds, and of the costliest of
 * many in which a part taken by chance is repeated.
 */
export async function files(): Promise<AnyRecord[]> {
  const file = join(temporaryFolder(), 'file');
  const records: AnyRecord[] = [];
  for (const format of FORMATS)
    records.push(recordOf(`${format} of 1200 × 900`, await costOf(file, await image(format, 1200, 900))));
  for (const [kind, attacks] of Object.entries(hostileImages)) {
    const costs: number[] = [];
    for (const make of Object.values(attacks)) {
      const bytes = await make(BYTES);
      if (bytes.length > BYTES / 10) costs.push(await costOf(file, bytes)); // smaller ones cost what any file costs
    }
    records.push(recordOf(`${kind} that claims too much`, Math.max(...costs)));
  }
  for (const format of FORMATS)
    records.push(recordOf(`${format} made by chance`, await worstByChance(file, format)));
  return records;
}

async function worstByChance(file: string, format: Format): Promise<number> {
  const seed = await image(format);
  const costs: number[] = [];
  while (costs.length < CHANCES) costs.push(await costOf(file, withRepeatedPart(seed)));
  return Math.max(...costs);
}

/** The image with some bytes of its head repeated, and often a large number where they begin. */
function withRepeatedPart(seed: Buffer): Buffer {
  const at = chance(Math.min(seed.length - 4, 1000));
  const part = seed.subarray(at, at + 1 + chance(60));
  const bytes = Buffer.concat([seed.subarray(0, at), Buffer.alloc(CHANCE_BYTES, part), seed.subarray(at)]);
  if (chance(2) === 0) bytes.writeUInt32BE([0, 1, 8, 0xffff, 0x7fff_ffff][chance(5)] as number, at);
  return bytes;
}

function chance(below: number): number {
  return Math.floor(Math.random() * below);
}

function recordOf(what: string, cost: number): AnyRecord {
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
