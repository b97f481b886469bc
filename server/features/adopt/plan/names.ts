import { MAX_NAME, RESERVED_NAMES } from '../../../definitions/for-server.ts';

/** A name in snake_case: `AlbumId` and `Album-Id` become `album_id`. */
export function snakeCased(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  const named = /^[a-z]/.test(words) ? words : `n_${words}`;
  return named.slice(0, MAX_NAME).replace(/_+$/, '');
}

/** Gives names in snake_case, each once. */
export class Names {
  readonly #taken = new Set<string>();

  /** The name of a collection or a field for this name in the database. */
  nameFor(name: string): string {
    const plain = snakeCased(name);
    const wanted = isReserved(plain) ? `own_${plain}`.slice(0, MAX_NAME) : plain;
    let free = wanted;
    for (let next = 2; this.#taken.has(free); next += 1) {
      const suffix = `_${next}`;
      free = wanted.slice(0, MAX_NAME - suffix.length) + suffix;
    }
    this.#taken.add(free);
    return free;
  }
}

/** What columns are named that say when a row was made, and when it was last changed. */
const TIMES = {
  create_time:
    /^(create|created|creation|insert|inserted)(_(at|on|time|date|ts))?$|^(date|time|gmt)_create(d)?$/,
  update_time:
    /^(last_)?(update|updated|modified|modification|change|changed|edited)(_(at|on|time|date|ts))?$|^(date|time|gmt)_(updated|modified|changed)$/,
} as const;

/** The time of a record that a column is named as. */
export function timeNamed(column: string): keyof typeof TIMES | undefined {
  const name = snakeCased(column);
  return (['create_time', 'update_time'] as const).find((time) => TIMES[time].test(name));
}

function isReserved(name: string): boolean {
  return RESERVED_NAMES.has(name) || name in Object.prototype || name.startsWith('quire_');
}
