import type { InOtherWords } from '../languages.ts';
import { megabytes } from '../megabytes.ts';
import type { details as source } from '../zh/details.ts';

export const details: InOtherWords<typeof source> = {
  signInFirst: 'Sign in first',
  sentenceAndDetail: ({ sentence, detail }) => `${sentence}: ${detail}`,
  problemList: ({ problems }) => `${problems.join('; ')}`,
  fieldProblem: ({ field, problem }) => `${field} ${problem}`,
  andMore: ({ more }) => `and ${more} more`,
  names: ({ names }) => `${names.join(', ')}`,
  recordCount: ({ count }) => `${count} ${count === 1 ? 'record' : 'records'}`,
  moreRecordsThan: ({ label, max }) => `more than ${max} records of ${label}`,
  recordNamed: ({ label, id }) => `${label} ${id}`,
  recordsReferring: ({ label, field, count, id }) =>
    `${count} ${count === 1 ? 'record' : 'records'} of ${label} (field ${field}, such as ${id})`,
  recordsNotDeletable: ({ label, field, count }) =>
    `${count} ${count === 1 ? 'record' : 'records'} of ${label} that you may not delete (field ${field})`,
  targetGone: ({ label, id, field, target }) =>
    `${label} ${id} refers in ${field} to ${target}, which no longer exists`,
  someTargetGone: ({ label, id }) => `${label} ${id} refers to a record that no longer exists`,
  misplaced: ({ label, id }) => `${label} ${id} would stand below itself, or too deep`,
  valuesTaken: ({ label, id, names }) => `${label} ${id}: ${names.join(', ') || 'a value'} is taken`,
  atMostBytes: ({ max }) => `at most ${megabytes(max)} MB`,
  strangerWrites: ({ most }) => `at most ${most} writes a day without signing in`,
  seenAs: ({ viewer, username }) => `${viewer} as ${username}`,
  readAs: ({ viewer, username, method, path }) => `${viewer} as ${username} read ${method} ${path}`,
  refusedLine: ({ sender, sentence, reason }) =>
    `${sender} was refused: ${sentence}${reason && ` (${reason})`}`,
  andMoreWithinAMinute: ({ line, count }) => `${line}; and ${count} more within a minute`,
  otherRefusals: 'Other refused requests',
  loggedWrite: ({ who, what, id }) => `${who}: ${what}${id && ` (id ${id})`}`,
  joined: ({ parts }) => `${parts.join('').trim()}`,
  everybody: 'everybody',
  signedInUsers: 'signed-in users',
  holdersOf: ({ permission }) => `users who hold “${permission}”`,
  superAdministrators: 'super administrators',
  anyOfThem: ({ rules }) => `${rules.join(', or ')}`,
  visibleTo: ({ who }) => `visible to ${who} only`,
  visibleInSome: ({ who }) => `visible to ${who} only, depending on the record`,
  changeableInSome: ({ who }) => `can be changed by ${who} only, depending on the record`,
  changeableBy: ({ who }) => `can be changed by ${who} only`,
  andAlso: ({ parts }) => parts.join('; '),
  choiceWords: ({ words }) => words.join('; '),
  choiceWord: ({ choice, word }) => `${choice}: ${word}`,
  legacyAbout: ({ reason }) =>
    `Records may hold other values, which stay, and can be sent back as they were read: ${reason}`,
  helpAnd: ({ help, more }) => `${help}. ${more}`,
  fileIdOf: ({ types }) => `id of a file of type ${types.join(', ')}`,
  fileId: 'id of a file',
  notWrittenSo: ({ name, use }) =>
    `'${name}' is a table of another program, and its definition does not allow '${use}'`,
  unavailableTable: ({ name }) => `${name} is not available; the operator has been told why`,
  unavailableTables: 'collections of one table are not available; the operator has been told why',
  adoptAgain: ({ names, words, command }) =>
    `${names}: ${words}; the operator runs "${command}", and starts the server anew`,
  databaseAway: 'the database cannot be reached',
  databaseReplaced: 'the file of the database was removed or replaced: start the server anew',
  databaseNoQuorum: 'the node of the database has no majority of its cluster, or has not caught up with it',
  databaseMoves: 'the servers move to another node of the database’s cluster',
  databaseReadOnly: 'the database takes no writes',
  databaseFull: 'the database has no space left',
  databaseCrowded: 'the database has no connection left',
  databaseSlow: 'the database does not answer in time',
  diskFull: 'the disk has no space left',
  diskReadOnly: 'the disk takes no writes',
  diskBroken: 'the disk fails',
};
