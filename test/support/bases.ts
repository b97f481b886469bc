import { dialects } from '../../server/http/dialects/all.ts';

/** The paths under which all routes are served. */
export const BASES = dialects.map(({ base }) => base);
