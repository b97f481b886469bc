import type { Engine } from '../../../database/engine.ts';
import type { ReplicaState } from '../../../database/replica-state.ts';
import type { Figure } from '../../../module/figure.ts';

/** How the replicas of the database are read; without replicas, nothing. */
export function replicaFigures({ replicas }: Engine): Figure[] {
  if (!replicas) return [];
  const ofReplicas = (value: (replica: ReplicaState) => number | undefined) => () =>
    replicas().flatMap((replica) => {
      const known = value(replica);
      return known === undefined ? [] : [{ labels: { replica: replica.name }, value: known }];
    });
  return [
    {
      name: 'quire_replica_usable',
      help: 'Whether a replica is read now: 1 or 0.',
      kind: 'gauge',
      read: ofReplicas(({ problem }) => (problem === undefined ? 1 : 0)),
    },
    {
      name: 'quire_replica_behind_bytes',
      help: 'What a replica had not applied of the log when it was asked last.',
      kind: 'gauge',
      read: ofReplicas(({ behindBytes }) => behindBytes),
    },
    {
      name: 'quire_replica_reads_total',
      help: 'Reads that a replica has answered.',
      kind: 'counter',
      read: ofReplicas(({ reads }) => reads),
    },
    {
      name: 'quire_replica_fallbacks_total',
      help: 'Reads that a replica could not answer, so that the primary did.',
      kind: 'counter',
      read: ofReplicas(({ fallbacks }) => fallbacks),
    },
  ];
}
