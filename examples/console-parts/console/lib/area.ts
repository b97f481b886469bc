/** Corners as longitude and latitude, in GeoJSON's order. */
export type Corner = readonly [longitude: number, latitude: number];

/** The corners of a GeoJSON polygon without the last one, which repeats the first; none of anything else. */
export function cornersIn(text: string): Corner[] {
  try {
    const { coordinates } = JSON.parse(text) as { coordinates: Corner[][] };
    return (coordinates[0] ?? []).slice(0, -1);
  } catch {
    return [];
  }
}

/** A GeoJSON polygon; an empty text for fewer than three corners. */
export function polygonOf(corners: readonly Corner[]): string {
  const [first] = corners;
  if (first === undefined || corners.length < 3) return '';
  return JSON.stringify({ type: 'Polygon', coordinates: [[...corners, first]] });
}
