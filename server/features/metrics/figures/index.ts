// The figures of the server's parts.

export { databaseFigures } from './database.ts';
export { jobFigures } from './jobs.ts';
export { machineFigures } from './machine.ts';
export { replicaFigures } from './replicas.ts';
export { requestFigures } from './requests.ts';
