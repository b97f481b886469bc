import { type RawBuilder, sql } from 'kysely';
import type { Engine } from '../../database/engine.ts';
import { EQUATOR, LONGITUDES, type Point, RADIANS, RADIUS, unitsOf } from '../../shared/globe.ts';
import type { Bindings } from './conditions/bindings.ts';

/** A place from which distances are measured: the slots of its latitude and longitude in units. */
export interface Origin {
  readonly lat: string;
  readonly lon: string;
}

type Sql = RawBuilder<unknown>;
type Arithmetic = Pick<Engine, 'wholeNumbers' | 'fraction'>;

export function bindOrigin(bindings: Bindings, point: Point): Origin {
  return {
    lat: bindings.add({ type: 'bigint' }, BigInt(unitsOf(point.lat, 'lat'))),
    lon: bindings.add({ type: 'bigint' }, BigInt(unitsOf(point.lon, 'lon'))),
  };
}

/** The longitude of a packed point, in units. */
export function longitudeOf(column: string): Sql {
  return sql`(${sql.ref(column)} % ${literal(LONGITUDES)})`;
}

/**
 * The distance of a column's point from a place in whole metres; null where there is no point. By the haversine formula
 * (R. W. Sinnott, 1984), with `atan2` because rounding may bring its argument above 1. Every operation is one on doubles, in
 * the same order on every engine.
 */
export function distanceFrom(
  { wholeNumbers, fraction }: Arithmetic,
  column: string,
  origin: Origin,
  slot: (name: string) => unknown,
): Sql {
  const real = (value: unknown) => sql`cast(${value} as ${sql.raw(fraction)})`;
  const whole = (value: unknown) => sql`cast(${value} as ${sql.raw(wholeNumbers.type)})`;
  const lat = sql`(${sql.ref(column)} ${sql.raw(wholeNumbers.divided)} ${literal(LONGITUDES)})`;
  const radians = (units: Sql) => sql`(${real(units)} * ${real(literal(RADIANS))})`;
  const half = (units: Sql, of: string) =>
    sql`sin(${radians(sql`(${units} - ${whole(slot(of))})`)} / ${real(literal(2))})`;
  const high = half(lat, origin.lat);
  const wide = half(longitudeOf(column), origin.lon);
  const cosine = (units: Sql) => sql`cos(${radians(sql`(${units} - ${literal(EQUATOR)})`)})`;
  const here = cosine(whole(slot(origin.lat)));
  const h = sql`(${high} * ${high} + ${here} * ${cosine(lat)} * (${wide} * ${wide}))`;
  const angle = sql`atan2(sqrt(${h}), sqrt(abs(${real(literal(1))} - ${h})))`;
  const metres = sql`floor(${real(literal(2 * RADIUS))} * ${angle} + ${real(literal(0.5))})`;
  return sql`(case when ${sql.ref(column)} is null then null else ${whole(metres)} end)`;
}

function literal(value: number): Sql {
  return sql.raw(String(value));
}
