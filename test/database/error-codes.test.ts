// No engine changes its result: it asks what the errors of both servers mean, without a server.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DatabaseError } from 'pg';
import { classifyError as ofMysql } from '../../server/database/mysql/connection.ts';
import { classifyError as ofPostgres } from '../../server/database/postgres/connection.ts';
import { ConnectionLost, NoConnectionFree } from '../../server/database/retrying.ts';

const fromPostgres = (code: string) =>
  ofPostgres(Object.assign(new DatabaseError('failed', 6, 'error'), { code }));
const fromMysql = (errno: number, fatal = false) =>
  ofMysql(Object.assign(new Error('failed'), { errno, fatal }));

/** What an error means, and the codes that say so. */
const POSTGRES = {
  lost: '08000 08003 08006 08P01 25P03 28000 28P01 3D000 40003 57P01 57P02 57P03 57P05 58030',
  duplicate: '23505 42P07 42710',
  conflict: '40001 40P01',
  readOnly: '25006',
  full: '53100',
  crowded: '53200 53300',
  slow: '55P03 57014',
};
const MYSQL = {
  lost: '1045 1049 1053 1180 1317 1927 4031',
  duplicate: '1062',
  conflict: '1020 1213 3101 9007',
  readOnly: '1290 1792 1836',
  full: '1021 1114',
  crowded: '1037 1040 1203 1226 1461',
  noQuorum: '1047',
  slow: '1205 1969 3024',
};

describe('what a database answers is told apart', () => {
  for (const [meaning, codes] of Object.entries(POSTGRES))
    it(`on PostgreSQL: ${meaning}`, () => {
      for (const code of codes.split(' ')) assert.equal(fromPostgres(code), meaning, code);
    });
  for (const [meaning, codes] of Object.entries(MYSQL))
    it(`on MySQL and MariaDB: ${meaning}`, () => {
      for (const code of codes.split(' ')) assert.equal(fromMysql(Number(code)), meaning, code);
    });
  it('from what a driver throws itself, and from mistakes, which are not tried again', () => {
    for (const classify of [ofPostgres, ofMysql]) {
      assert.equal(classify(new ConnectionLost('gone')), 'lost');
      assert.equal(classify(new NoConnectionFree('all are used')), 'slow');
      for (const mistake of [new TypeError('a mistake'), null, undefined, 'text'])
        assert.equal(classify(mistake), undefined);
    }
    assert.deepEqual([fromPostgres('42601'), fromMysql(1064)], [undefined, undefined]);
    assert.equal(fromMysql(1064, true), 'lost');
  });
});
