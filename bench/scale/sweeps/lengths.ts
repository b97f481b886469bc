import { ask } from '../../prepare.ts';
import { temporaryFolder } from '../../servers/quire.ts';
import { openSides } from '../open-sides.ts';
import type { Sweep } from '../run-sweep.ts';

const RECORDS = 50;
const COLUMNS = 'id, title, rank, size, kind, person, create_time, update_time';

/** Records whose text gets longer. */
export function sweepOfLengths(): Sweep {
  return {
    name: 'characters of a text, SQLite',
    sizes: [1000, 10_000, 100_000],
    open: () => openSides({ folder: temporaryFolder(), env: {} }),
    async operations(size, { quire: { port }, token }) {
      const { id: person } = await ask(port, 'POST /v1/person', token, { name: 'one' });
      for (let at = 1; at <= RECORDS; at += 1)
        await ask(port, 'POST /v1/piece', token, {
          title: `${at}`,
          person,
          size: at,
          body: 'x'.repeat(size),
        });
      const id = (turn: number) => 1 + (turn % RECORDS);
      return [
        {
          what: 'read by id',
          growth: 'linear',
          ask: (turn) => ({ path: `/v1/piece/${id(turn)}` }),
          byHand: (turn) => [
            `select ${COLUMNS}, body from piece where is_deleted = false and id = ${id(turn)}`,
          ],
        },
        {
          what: 'list of short fields',
          growth: 'flat',
          ask: () => ({ path: '/v1/piece?count=20&fields=title,rank,size' }),
          byHand: () => [
            'select count(*) as total from piece where is_deleted = false',
            'select id, title, rank, size from piece where is_deleted = false order by id limit 21',
          ],
        },
        {
          what: 'update of a short field, durable',
          growth: 'linear',
          ask: (turn) => ({ method: 'PATCH', path: `/v1/piece/${id(turn)}`, body: { size: 1000 + turn } }),
        },
      ];
    },
  };
}
