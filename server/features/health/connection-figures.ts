import { countSignedIn } from '../../access/sign-in/signed-in.ts';
import { STREAM_KINDS } from '../../http/stream-kind.ts';
import type { Figure } from '../../module/figure.ts';
import type { Host } from '../../module/host.ts';
import type { Connections } from './connected.ts';

/** How many are signed in, and how many streams are open. */
export function connectionFigures({ store, settings }: Host, connections: Connections): Figure[] {
  const counted = (of: 'people' | 'sessions') => async () => {
    const counts = await countSignedIn(store.ownReads, settings.accessTokenTtl);
    return [{ value: counts[of] }];
  };
  return [
    {
      name: 'quire_signed_in_people',
      help: 'Users with a session that was opened or refreshed within the life of an access token.',
      kind: 'gauge',
      isShared: true,
      read: counted('people'),
    },
    {
      name: 'quire_signed_in_sessions',
      help: 'Sessions that were opened or refreshed within the life of an access token.',
      kind: 'gauge',
      isShared: true,
      read: counted('sessions'),
    },
    {
      name: 'quire_open_streams',
      help: 'Streams that clients keep open, by what they follow.',
      kind: 'gauge',
      read() {
        const { counts } = connections.ofProcess();
        return STREAM_KINDS.map((kind) => ({ labels: { stream: kind }, value: counts[kind] }));
      },
    },
  ];
}
