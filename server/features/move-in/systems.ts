import type { MoveSource } from './source.ts';

/** The systems that can move in. */
export const SYSTEMS = ['quire'] as const;
export type System = (typeof SYSTEMS)[number];

export interface SourceAddress {
  /** A file or a URL. */
  readonly from: string;
  readonly tokenFile: string | undefined;
}

/** Opens the source, whose reader is loaded only now. Throws SourceProblem. */
export async function openSource(system: System, { from }: SourceAddress): Promise<MoveSource> {
  switch (system) {
    case 'quire':
      return (await import('./archive/archive-source.ts')).openArchive(from);
  }
}
