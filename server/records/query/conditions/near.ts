import type { Definition } from '../../../definitions/define-collection.ts';
import { badParameters } from '../../../errors.ts';
import { message, type Text } from '../../../messages/message.ts';
import {
  type Box,
  boxAround,
  FARTHEST,
  type Point,
  packed,
  readDegrees,
  unitsOf,
} from '../../../shared/globe.ts';
import { bindOrigin } from '../distance.ts';
import type { Bindings } from './bindings.ts';
import type { Condition } from './condition.ts';
import type { FilterTree } from './filter-tree.ts';

/** A comparison of places as sent, and its path. */
interface Sent {
  readonly column: string;
  readonly value: unknown;
  readonly path: string;
}

/** Reads `52.52,13.405,5000`: the records at most this many metres away; without metres, all records that have a point. */
export function readNear(bindings: Bindings, { column, value, path }: Sent): Condition {
  const { point, metres } = nearIn(value, path);
  if (metres === undefined) return { column, isNull: false };
  const within = bindings.add({ type: 'integer' }, metres);
  const box = readBox(bindings, column, boxAround(point, metres));
  return { every: [...box, { column, from: bindOrigin(bindings, point), within }] };
}

/** Reads `south,west,north,east`, a box whose sides belong to it. */
export function readWithin(bindings: Bindings, { column, value, path }: Sent): Condition {
  const parts = textsIn(value);
  const [south, west, north, east] = parts.map((text, place) => degreesOf(text, place % 2 ? 'lon' : 'lat'));
  if (south === undefined || west === undefined || north === undefined || east === undefined)
    throw refuse(path, message('notABox'));
  if (parts.length !== 4 || south > north) throw refuse(path, message('notABox'));
  return { every: readBox(bindings, column, { south, west, north, east }) };
}

/** Refuses to sort by a point, and names what does order places. */
export function requireNoPoint({ columns }: Definition, name: string, parameter: string): void {
  if (Object.hasOwn(columns, name) && columns[name]?.type === 'point')
    throw badParameters({ [parameter]: message('sortedByDistance', { name }) });
}

/** A place and a distance as `near` names them. Throws, naming the path. */
function nearIn(
  value: unknown,
  path: string,
): { readonly point: Point; readonly metres: number | undefined } {
  const [first = '', second = '', third, ...others] = textsIn(value);
  const [lat, lon] = [degreesOf(first, 'lat'), degreesOf(second, 'lon')];
  const isWhole = third === undefined || /^\d{1,8}$/.test(third);
  const metres = third === undefined ? undefined : Number(third);
  const isFar = metres !== undefined && metres > FARTHEST;
  if (lat === undefined || lon === undefined || others.length > 0 || !isWhole || isFar)
    throw refuse(path, message('notNear', { max: FARTHEST }));
  return { point: { lat, lon }, metres };
}

/** Latitudes are a range of the column, which an index serves; longitudes are checked in each of its records. */
function readBox(bindings: Bindings, column: string, { south, west, north, east }: Box): Condition[] {
  const bind = (point: Point) => bindings.add({ type: 'bigint' }, packed(point));
  const longitude = (lon: number) => bindings.add({ type: 'bigint' }, BigInt(unitsOf(lon, 'lon')));
  const band: Condition[] = [
    { column, is: '>=', slot: bind({ lat: south, lon: -180 }) },
    { column, is: '<=', slot: bind({ lat: north, lon: 180 }) },
  ];
  if (west === -180 && east === 180) return band;
  const [start, end] = throughAntimeridian(west, east);
  return [...band, { column, west: longitude(start), east: longitude(end), isAcross: start > end }];
}

/** -180 and 180 degrees are one meridian: a box with a side on it includes both. */
function throughAntimeridian(west: number, east: number): [west: number, east: number] {
  if (west === -180) return [180, east];
  return east === 180 ? [west, -180] : [west, east];
}

function textsIn(value: unknown): string[] {
  return typeof value === 'string' ? value.split(',').map((part) => part.trim()) : [];
}

function degreesOf(text: string, of: 'lat' | 'lon'): number | undefined {
  const degrees = readDegrees(text, of);
  return typeof degrees === 'number' ? degrees : undefined;
}

function refuse(path: string, problem: Text) {
  return badParameters({ [path.slice(0, 200)]: problem });
}

/** The place that a list measures distances from: that of the condition `near` on this field, which every record must meet. */
export function originIn(filter: FilterTree | undefined, name: string): Point | undefined {
  if (typeof filter !== 'object' || Array.isArray(filter)) return undefined;
  const { [name]: own, and } = filter as Readonly<Record<string, FilterTree>>;
  const near =
    typeof own === 'object' && !Array.isArray(own) ? (own as Record<string, unknown>).near : undefined;
  if (near !== undefined) return nearIn(near, `filter.${name}.near`).point;
  if (!Array.isArray(and)) return undefined;
  return and.map((part) => originIn(part, name)).find((point) => point !== undefined);
}
