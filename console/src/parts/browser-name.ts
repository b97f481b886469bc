const BROWSERS = [
  ['Edge', /Edg\//],
  ['Opera', /OPR\//],
  ['Firefox', /Firefox\//],
  ['Chrome', /Chrom(e|ium)\//],
  ['Safari', /Safari\//],
] as const;
const SYSTEMS = [
  ['iOS', /iPhone|iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['macOS', /Macintosh/],
  ['Linux', /Linux/],
] as const;

/** The names of a browser and its system, or of another program. */
export function browserOf(agent: string): string {
  const browser = BROWSERS.find(([, known]) => known.test(agent))?.[0];
  const system = SYSTEMS.find(([, known]) => known.test(agent))?.[0];
  if (browser === undefined) return agent.split(/[\s/]/)[0] ?? '';
  return system === undefined ? browser : `${browser}, ${system}`;
}
