import { api } from './api.ts';
import { lin2 } from './lin2.ts';
import { lin3 } from './lin3.ts';
import { specification } from './specification.ts';

/** Every dialect that is served; the first is the one without a base. */
export const dialects = [specification, api, lin2, lin3] as const;
