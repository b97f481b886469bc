import type { Point } from '../../../server/shared/globe.ts';
import { freshApp } from '../fresh-app.ts';

export interface Spot {
  readonly id: number;
  readonly name: string;
  readonly place: Point | null;
  readonly distances?: { readonly place: number | null };
}

export const PLACES: Readonly<Record<string, Point | null>> = {
  berlin: { lat: 52.5200066, lon: 13.404954 },
  potsdam: { lat: 52.3905689, lon: 13.0644729 },
  paris: { lat: 48.8566969, lon: 2.3514616 },
  taveuni: { lat: -16.8, lon: 179.9 },
  rabi: { lat: -16.5, lon: -179.99 },
  north: { lat: 90, lon: 0 },
  'near north': { lat: 89.999, lon: -120 },
  south: { lat: -90, lon: 77.7 },
  null: { lat: 0, lon: 0 },
  nowhere: null,
};

/** A server with a spot for each place, and the member who made them. */
export async function openGlobe() {
  const app = await freshApp({ contentDir: 'test/content/globe' });
  const member = await app.person();
  for (const [name, place] of Object.entries(PLACES)) await member.make('/v1/spot', { name, place });
  return { app, member };
}
