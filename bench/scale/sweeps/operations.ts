import { placeBehind } from '../../place-behind.ts';
import type { Operation } from '../sweep.ts';

/** The number of people that pieces refer to in turn. */
export const PEOPLE = 100;
const LISTED =
  'id, title, rank, size, kind, person, body, create_time, create_user_id, update_time, update_user_id';
const live = 'from piece where is_deleted = false';

/** Who has a few records of a collection in which everybody sees their own. */
export interface Owner {
  readonly id: number;
  readonly token: string;
}

/** Every kind of request beside the statements that do the same by hand. */
export function operations(size: number, owner: Owner): readonly Operation[] {
  return [
    ...ofOneRecord(size),
    ...lists(size),
    ...joined(),
    ofOwnRecords(owner),
    ...counts(),
    ...scans(size),
  ];
}

function ofOneRecord(size: number): readonly Operation[] {
  const id = (turn: number) => 1 + (mixed(turn) % size);
  return [
    {
      what: 'read by id',
      growth: 'flat',
      ask: (turn) => ({ path: `/v1/piece/${id(turn)}` }),
      byHand: (turn) => [`select ${LISTED} ${live} and id = ${id(turn)}`],
    },
    {
      what: 'history of a record',
      growth: 'flat',
      ask: (turn) => ({ path: `/v1/piece/${id(turn)}/history` }),
      byHand: (turn) => [
        `select * from quire_revision where collection = 'piece' and record_id = ${id(turn)} order by time desc limit 10`,
      ],
    },
    {
      what: 'update, durable',
      growth: 'flat',
      ask: (turn) => ({ method: 'PATCH', path: `/v1/piece/${id(turn)}`, body: { size: turn + 2_000_000 } }),
      byHand: (turn) => updateByHand(id(turn), turn + 3_000_000),
    },
  ];
}

function lists(size: number): readonly Operation[] {
  return [
    {
      what: 'first page',
      growth: 'flat',
      ask: list(''),
      byHand: () => [total(live), page(`${live} order by id`)],
    },
    {
      what: 'sort by an indexed field',
      growth: 'flat',
      ask: list('&sort=-rank'),
      byHand: () => [total(live), page(`${live} order by rank desc, id desc`)],
    },
    {
      what: 'page in the middle, by keyset',
      growth: 'flat',
      ask: (turn) => ({ path: `/v1/piece?count=20&after=${placeBehind((size >> 1) + (turn % 100))}` }),
      byHand: (turn) => [page(`${live} and id > ${(size >> 1) + (turn % 100)} order by id`)],
    },
    {
      what: 'filter by a reference, sort by an index of both',
      growth: 'flat',
      ask: (turn) => ({ path: `/v1/piece?count=20&filter[person][eq]=${1 + (turn % PEOPLE)}&sort=rank` }),
      byHand: (turn) => [
        total(`${live} and person = ${1 + (turn % PEOPLE)}`),
        page(`${live} and person = ${1 + (turn % PEOPLE)} order by rank, id`),
      ],
    },
    {
      what: 'list as of now',
      growth: 'flat',
      ask: (turn) => ({ path: `/v1/piece?count=20&as_of=${Date.now() - 1000 - turn}` }),
    },
  ];
}

function joined(): readonly Operation[] {
  return [
    {
      what: 'page with a reference expanded',
      growth: 'flat',
      ask: list('&expand=person'),
      byHand: () => [
        total(live),
        `select p.*, o.name from piece p join person o on o.id = p.person where p.is_deleted = false order by p.id limit 21`,
      ],
    },
    {
      what: 'page with ways back',
      growth: 'flat',
      ask: (turn) => ({ path: `/v1/person?count=5&expand=pieces&page=${turn % 20}` }),
      byHand: (turn) => [
        Array.from({ length: 5 }, (_, at) => {
          const person = 1 + ((5 * (turn % 20) + at) % PEOPLE);
          return `select * from (${page(`${live} and person = ${person} order by rank desc, id desc`)}) as p${at}`;
        }).join(' union all '),
      ],
    },
  ];
}

function ofOwnRecords(owner: Owner): Operation {
  return {
    what: 'own records, by a rule',
    growth: 'flat',
    ask: () => ({ path: '/v1/diary?count=20', token: owner.token }),
    byHand: () => [
      total(`from diary where is_deleted = false and create_user_id = ${owner.id}`),
      `select id, title, mood, create_time, create_user_id from diary
          where is_deleted = false and create_user_id = ${owner.id} order by id limit 21`,
    ],
  };
}

function counts(): readonly Operation[] {
  return [
    {
      what: 'count',
      growth: 'linear',
      ask: (turn) => ({ path: `/v1/piece/aggregate?select=count&filter[size][ne]=${turn + 5_000_000}` }),
      byHand: (turn) => [`select count(*) as n ${live} and (size <> ${turn + 5_000_000} or size is null)`],
    },
    {
      what: 'count by a choice',
      growth: 'linear',
      ask: (turn) => ({ path: `/v1/piece/aggregate?select=count&group=kind&filter[id][gte]=${turn % 50}` }),
      byHand: (turn) => [
        `select kind, count(*) as n ${live} and id >= ${turn % 50} group by kind order by kind`,
      ],
    },
    {
      what: 'sum by a reference',
      growth: 'linear',
      ask: (turn) => ({
        path: `/v1/piece/aggregate?select=sum.size&group=person.name&filter[id][gte]=${turn % 50}`,
      }),
      byHand: (turn) => [
        `select o.name, s.total from (select person, sum(size) as total ${live} and id >= ${turn % 50} group by person) s
          left join person o on o.id = s.person order by o.name limit 101`,
      ],
    },
  ];
}

function scans(size: number): readonly Operation[] {
  return [
    {
      what: 'filter by a field without an index, total beside',
      growth: 'linear',
      ask: (turn) => ({ path: `/v1/piece?count=20&total=true&filter[size][eq]=${turn % 1000}` }),
      byHand: (turn) => [
        `select count(*) as total ${live} and size = ${turn % 1000}`,
        page(`${live} and size = ${turn % 1000} order by id`),
      ],
    },
    {
      what: 'sort by a field without an index',
      growth: 'linear',
      ask: list('&sort=size'),
      byHand: () => [total(live), page(`${live} order by size, id`)],
    },
    {
      what: 'page at half depth, by number',
      growth: 'linear',
      ask: (turn) => ({ path: `/v1/piece?count=20&sort=-rank&page=${Math.floor(size / 40) - (turn % 5)}` }),
      byHand: (turn) => [
        `${page(`${live} order by rank desc, id desc`)} offset ${20 * (Math.floor(size / 40) - (turn % 5))}`,
      ],
    },
  ];
}

/** A page by hand. */
function page(sql: string): string {
  return `select ${LISTED} ${sql} limit 21`;
}

/** The total beside a page: of at most a thousand records. */
function total(sql: string): string {
  return `select count(*) as total from (select 1 as one ${sql} limit 1001) as counted`;
}

function list(query: string): Operation['ask'] {
  return () => ({ path: `/v1/piece?count=20${query}` });
}

/** A number that neighbours do not share. */
export function mixed(at: number): number {
  return (at * 7919) % 1_000_003;
}

/** What a durable update writes: the record, its revision, its line of the log and its line of the feed. */
function updateByHand(id: number, size: number): readonly string[] {
  const now = Date.now();
  return [
    `update piece set size = ${size}, update_time = ${now}, update_user_id = 1 where id = ${id}`,
    `insert into quire_revision (collection, record_id, action, user_id, time, changes)
      values ('bench', ${id}, 'update', 1, ${now}, '{"size":[1,${size}]}')`,
    `insert into quire_log (message, user_id, username, status_code, method, path, create_time, create_user_id)
      values ('changed a piece', 1, 'root', 200, 'PATCH', '/v1/piece/${id}', ${now}, 1)`,
    `insert into quire_change (collection, record_id, action, user_id, time, changed)
      values ('bench', ${id}, 'update', 1, ${now}, '["size"]')`,
  ];
}
