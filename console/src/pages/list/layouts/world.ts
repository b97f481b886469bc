/** A place on the globe in degrees. */
export interface MapPoint {
  readonly lat: number;
  readonly lon: number;
}

/** A place on a square map of the world (Web Mercator): from 0 to 1, from west to east and from north to south. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

/** What a map shows: its middle, and how many pixels wide the whole world is. */
export interface Section {
  readonly middle: Spot;
  readonly size: number;
}

/** The map is cut here, which makes it a square. */
const MOST_LATITUDE = 85.0511;
export const SMALLEST = 256;
export const LARGEST = 256 * 2 ** 18;
/** Free room around the places of a map that fits them. */
const MARGIN = 48;

export function spotOf({ lat, lon }: MapPoint): Spot {
  const sine = Math.sin((Math.min(MOST_LATITUDE, Math.max(-MOST_LATITUDE, lat)) * Math.PI) / 180);
  return { x: (lon + 180) / 360, y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI) };
}

export function latitudeOf(y: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;
}

/** The section that shows all of these spots, as large as they allow. */
export function sectionAround(spots: readonly Spot[], width: number, height: number): Section {
  if (spots.length === 0) return { middle: { x: 0.5, y: 0.5 }, size: SMALLEST };
  const [xs, ys] = [spots.map(({ x }) => x), spots.map(({ y }) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const wanted = Math.min((width - 2 * MARGIN) / (right - left), (height - 2 * MARGIN) / (bottom - top));
  const size = Math.min(wanted, SMALLEST * 2 ** 12); // one place alone is shown with its surroundings
  return within({ middle: { x: (left + right) / 2, y: (top + bottom) / 2 }, size });
}

/** The same section, no smaller and no larger than maps are. */
export function within({ middle, size }: Section): Section {
  const clamped = (part: number) => Math.min(1, Math.max(0, part));
  return {
    middle: { x: clamped(middle.x), y: clamped(middle.y) },
    size: Math.min(LARGEST, Math.max(SMALLEST, size)),
  };
}

/** Lines of equal degrees within a section, a few in each direction: their degrees, and where they are in pixels. */
export function linesIn({ middle, size }: Section, width: number, height: number) {
  const step = stepFor((360 * width) / size / 5);
  const [west, east] = [-1, 1].map((side) => (middle.x + (side * width) / 2 / size) * 360 - 180);
  const [north, south] = [-1, 1].map((side) => latitudeOf(middle.y + (side * height) / 2 / size));
  const meridians = multiples(step, Math.max(-180, west ?? 0), Math.min(180, east ?? 0)).map((lon) => ({
    degrees: lon,
    at: (spotOf({ lat: 0, lon }).x - middle.x) * size + width / 2,
  }));
  const parallels = multiples(
    step,
    Math.max(-MOST_LATITUDE, south ?? 0),
    Math.min(MOST_LATITUDE, north ?? 0),
  ).map((lat) => ({
    degrees: lat,
    at: (spotOf({ lat, lon: 0 }).y - middle.y) * size + height / 2,
  }));
  return { meridians, parallels };
}

const STEPS = [30, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005, 0.0002, 0.0001];

function stepFor(degrees: number): number {
  return STEPS.find((step) => step <= degrees) ?? 0.0001;
}

function multiples(step: number, from: number, until: number): number[] {
  const first = Math.ceil(from / step);
  const count = Math.max(0, Math.floor(until / step) - first + 1);
  return Array.from({ length: count }, (_, index) => Number(((first + index) * step).toFixed(4)));
}
