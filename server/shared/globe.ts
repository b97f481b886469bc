/** A place on the globe, in degrees: 7 decimals at most, some 11 mm. Doubles hold such numbers without loss. */
export interface Point {
  readonly lat: number;
  readonly lon: number;
}

/** A part of the globe between two latitudes and two longitudes; from `west` eastwards, also over the antimeridian. */
export interface Box {
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
}

/** The mean radius of the earth in metres (IUGG, R1). */
export const RADIUS = 6_371_008.8;
/** As far apart as two places can be, in whole metres. */
export const FARTHEST = 20_015_115;

export const DECIMALS = 7;
const UNITS = 10 ** DECIMALS;
/** The largest latitude and longitude in degrees. */
export const MOST_DEGREES = { lat: 90, lon: 180 } as const;
/** Longitudes of one latitude. Latitude counts first, so an index over packed points finds a band of latitudes. */
export const LONGITUDES = 360 * UNITS + 1;
/** A unit of latitude or longitude in radians. */
export const RADIANS = Math.PI / 180 / UNITS;

/** A point as one whole number of 64 bits, in which nothing is lost. */
export function packed({ lat, lon }: Point): bigint {
  return BigInt(unitsOf(lat, 'lat')) * BigInt(LONGITUDES) + BigInt(unitsOf(lon, 'lon'));
}

export function unpacked(number: bigint): Point {
  const lat = Number(number / BigInt(LONGITUDES));
  const lon = Number(number % BigInt(LONGITUDES));
  return { lat: (lat - MOST_DEGREES.lat * UNITS) / UNITS, lon: (lon - MOST_DEGREES.lon * UNITS) / UNITS };
}

/** Degrees as a whole number of their smallest units, counted from the south pole and the antimeridian. */
export function unitsOf(degrees: number, of: 'lat' | 'lon'): number {
  return Math.round(degrees * UNITS) + MOST_DEGREES[of] * UNITS;
}

/** Why a text is no latitude or no longitude: it is no number, out of range, or has too many decimals. */
export type Misread = 'notADecimal' | 'outOfRange' | 'tooManyDecimals';

/** Reads degrees such as `-13.404954`. */
export function readDegrees(text: string, of: 'lat' | 'lon'): number | Misread {
  const match = /^-?\d{1,40}(?:\.(\d{1,40}))?$/.exec(text);
  if (!match) return 'notADecimal';
  if ((match[1] ?? '').replace(/0+$/, '').length > DECIMALS) return 'tooManyDecimals';
  const degrees = Number(text);
  return Math.abs(degrees) > MOST_DEGREES[of] ? 'outOfRange' : degrees + 0; // no negative zero
}

/** Degrees in digits, never with an exponent. */
export function degreesText(degrees: number): string {
  return degrees.toFixed(DECIMALS).replace(/\.?0+$/, '');
}

/** A point as text: `52.5200066,13.404954`. */
export function pointText({ lat, lon }: Point): string {
  return `${degreesText(lat)},${degreesText(lon)}`;
}

/** The distance of two places in whole metres, by the haversine formula on a sphere (R. W. Sinnott, 1984). */
export function metresBetween(one: Point, other: Point): number {
  const sineOfHalf = (a: number, b: number, of: 'lat' | 'lon') =>
    Math.sin(((unitsOf(b, of) - unitsOf(a, of)) * RADIANS) / 2);
  const [lat, lon] = [sineOfHalf(one.lat, other.lat, 'lat'), sineOfHalf(one.lon, other.lon, 'lon')];
  const h = lat * lat + cosine(one) * cosine(other) * (lon * lon);
  return Math.floor(2 * RADIUS * Math.atan2(Math.sqrt(h), Math.sqrt(Math.abs(1 - h))) + 0.5);
}

/** The cosine of a latitude. */
function cosine({ lat }: Point): number {
  return Math.cos((unitsOf(lat, 'lat') - MOST_DEGREES.lat * UNITS) * RADIANS);
}

/** The equator's latitude in units, counted from the south pole. */
export const EQUATOR = MOST_DEGREES.lat * UNITS;

/** A box that holds all places at most so far from a place. It may be larger: a metre and a unit are added on each side. */
export function boxAround({ lat, lon }: Point, metres: number): Box {
  const angle = (metres + 1) / RADIUS;
  const high = angle / RADIANS / UNITS + 1 / UNITS;
  const [south, north] = [lat - high, lat + high];
  const reach = Math.sin(angle) / Math.cos((lat * Math.PI) / 180);
  const isWhole =
    south <= -MOST_DEGREES.lat || north >= MOST_DEGREES.lat || angle >= Math.PI / 2 || reach >= 1;
  const band = { south: Math.max(south, -MOST_DEGREES.lat), north: Math.min(north, MOST_DEGREES.lat) };
  if (isWhole) return { ...band, west: -MOST_DEGREES.lon, east: MOST_DEGREES.lon };
  const wide = (Math.asin(reach) * 180) / Math.PI + 1 / UNITS;
  return { ...band, west: wrapped(lon - wide), east: wrapped(lon + wide) };
}

/** A longitude, counted on beyond the antimeridian. */
function wrapped(lon: number): number {
  if (lon < -MOST_DEGREES.lon) return lon + 2 * MOST_DEGREES.lon;
  return lon > MOST_DEGREES.lon ? lon - 2 * MOST_DEGREES.lon : lon;
}
